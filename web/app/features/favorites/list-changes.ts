import type { FavoriteList } from '#web/data/favorites.ts'

/** Name of the favorite list that the database creates for the first saved space. */
export const defaultListName = 'Favorites'

/** Id of the list "Favorites" in the cache, until the database has created the list. */
const pendingListId = 'pending'

/**
 * Adds a space to a cached list (default: "Favorites"), as the SQL function `save_favorite` does.
 */
export function withSpace(
  lists: readonly FavoriteList[],
  spaceId: string,
  listId?: string,
): FavoriteList[] {
  const target = listId ?? lists.find(({ name }) => name === defaultListName)?.id
  if (target === undefined)
    return [
      ...lists,
      {
        id: pendingListId,
        name: defaultListName,
        share_key: null,
        space_ids: [spaceId],
        unlisted: 0,
      },
    ]
  return lists.map((list) =>
    list.id !== target || list.space_ids.includes(spaceId)
      ? list
      : { ...list, space_ids: [spaceId, ...list.space_ids] },
  )
}

/** Removes a space from one favorite list in the cache, or from all lists. */
export function withoutSpace(
  lists: readonly FavoriteList[],
  spaceId: string,
  listId?: string,
): FavoriteList[] {
  return lists.map((list) =>
    listId === undefined || list.id === listId
      ? { ...list, space_ids: list.space_ids.filter((id) => id !== spaceId) }
      : list,
  )
}

/**
 * Returns a text about the spaces that are no longer saved after a list is deleted. Spaces in
 * another list stay saved.
 */
export function deletionText(lists: readonly FavoriteList[], deleted: FavoriteList): string {
  const kept = new Set(
    lists.filter(({ id }) => id !== deleted.id).flatMap((list) => list.space_ids),
  )
  const total = deleted.space_ids.length
  const lost = deleted.space_ids.filter((id) => !kept.has(id)).length
  if (total === 0) {
    const { unlisted } = deleted
    if (unlisted === 0) return ''
    return `The list and its ${unlisted === 1 ? 'saved space' : `${unlisted} saved spaces`}, which could be listed again, disappear from your favorites.`
  }
  if (lost === 0)
    return `Your other lists keep ${total === 1 ? 'its saved space' : 'all its saved spaces'}.`
  if (lost === total)
    return `The list and its ${total === 1 ? 'saved space' : `${total} saved spaces`} disappear from your favorites.`
  return `The list and ${lost} of its ${total} saved spaces disappear from your favorites. Your other lists keep the rest.`
}

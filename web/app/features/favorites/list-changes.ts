import type { FavoriteList } from '#web/data/favorites.ts'

/** Name of the list that the database creates for the first saved space. */
export const defaultListName = 'Favorites'

/** Id of the list that is shown until the database has created "Favorites". */
const pendingListId = 'pending'

/** Adds a space to the list with this id, or to "Favorites", as `save_favorite` does. */
export function withSpace(
  lists: readonly FavoriteList[],
  spaceId: string,
  listId?: string,
): FavoriteList[] {
  const target = listId ?? lists.find(({ name }) => name === defaultListName)?.id
  if (target === undefined)
    return [
      ...lists,
      { id: pendingListId, name: defaultListName, share_key: null, space_ids: [spaceId] },
    ]
  return lists.map((list) =>
    list.id !== target || list.space_ids.includes(spaceId)
      ? list
      : { ...list, space_ids: [spaceId, ...list.space_ids] },
  )
}

/** Removes a space from the list with this id, or from all lists. */
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

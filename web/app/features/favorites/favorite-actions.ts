import type { QueryClient } from '@tanstack/react-query'
import { browserClient } from '#web/data/browser-client.ts'
import {
  type FavoriteList,
  ownFavoriteLists,
  removeFavorite,
  saveFavorite,
} from '#web/data/favorites.ts'
import { messageOf } from '#web/lib/errors.ts'
import { showToast } from '#web/ui/toast.tsx'
import { defaultListName, withoutSpace, withSpace } from './list-changes.ts'

/** Loads the user's favorite lists into the query cache, unless the cached lists are fresh. */
export async function prepareFavorites(queryClient: QueryClient, userId: string): Promise<void> {
  await queryClient.fetchQuery(ownFavoriteLists(userId))
}

type Change = {
  userId: string
  spaceId: string
  action: 'save' | 'remove'
  onChangeList: () => void
}

/**
 * The most recent change of favorites. The next change waits for it, so that the user's last press
 * decides the result.
 */
let lastRequest: Promise<unknown> = Promise.resolve()

/** Number of changes that are waiting or in flight. */
let unfinished = 0

function inOrder<T>(request: () => Promise<T>): Promise<T> {
  const result = lastRequest.catch(() => {}).then(request)
  lastRequest = result
  return result
}

/**
 * Changes the cached lists, then sends the request. The request waits for the requests of earlier
 * changes. If it fails, reverts this change in the cache, keeps later changes, and throws the
 * error.
 */
export async function changeLists<T>(
  queryClient: QueryClient,
  userId: string,
  { change, revert, request }: ListsChange<T>,
): Promise<T> {
  const { queryKey } = ownFavoriteLists(userId)
  unfinished += 1
  try {
    // Cancels a refetch in flight, because it would overwrite the changed lists.
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    queryClient.setQueryData(queryKey, change(before ?? []))
    try {
      return await inOrder(request)
    } catch (error) {
      if (before) queryClient.setQueryData(queryKey, (now = []) => revert(now))
      // The lists were not loaded, so there is nothing to revert to.
      else await queryClient.resetQueries({ queryKey })
      throw error
    }
  } finally {
    unfinished -= 1
    if (unfinished === 0) void queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
  }
}

type ListsChange<T> = {
  change: (lists: FavoriteList[]) => FavoriteList[]
  revert: (lists: FavoriteList[]) => FavoriteList[]
  request: () => Promise<T>
}

/** Saves or removes a favorite. Updates the cache first, and reverts it if the request fails. */
export async function changeFavorite(queryClient: QueryClient, change: Change): Promise<void> {
  const { userId, spaceId, action, onChangeList } = change
  try {
    if (action === 'remove') await removeFromAll(queryClient, change)
    else {
      await changeLists(queryClient, userId, {
        change: (lists) => withSpace(lists, spaceId),
        revert: (lists) => {
          const favorites = lists.find(({ name }) => name === defaultListName)
          return withoutSpace(lists, spaceId, favorites?.id)
        },
        request: async () => saveFavorite(await browserClient(), spaceId),
      })
      showToast({
        title: `Saved to ${defaultListName}`,
        tone: 'success',
        action: { label: 'Change list', onPress: onChangeList },
        topic: spaceId,
      })
    }
  } catch (error) {
    showToast({
      title: messageOf(error, 'The favorite could not be changed. Please try again.'),
      tone: 'error',
    })
  }
}

async function removeFromAll(queryClient: QueryClient, { userId, spaceId }: Change): Promise<void> {
  const lists = queryClient.getQueryData(ownFavoriteLists(userId).queryKey) ?? []
  const held = lists.filter(({ space_ids }) => space_ids.includes(spaceId))
  const putBack = (lists: FavoriteList[]) =>
    held.reduce((changed, { id }) => withSpace(changed, spaceId, id), lists)
  const takeOut = (lists: FavoriteList[]) => withoutSpace(lists, spaceId)
  await changeLists(queryClient, userId, {
    change: takeOut,
    revert: putBack,
    request: async () => removeFavorite(await browserClient(), spaceId),
  })

  async function undo() {
    try {
      await changeLists(queryClient, userId, {
        change: putBack,
        revert: takeOut,
        request: async () => {
          const client = await browserClient()
          for (const { id } of held) await saveFavorite(client, spaceId, id)
        },
      })
    } catch (error) {
      showToast({ title: messageOf(error, 'The space could not be saved'), tone: 'error' })
    }
  }
  const [only] = held
  showToast({
    title: `Removed from ${held.length === 1 && only ? only.name : 'your lists'}`,
    action: { label: 'Undo', onPress: () => void undo() },
    topic: spaceId,
  })
}

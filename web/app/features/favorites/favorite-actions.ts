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

function inOrder(request: () => Promise<unknown>): Promise<unknown> {
  lastRequest = lastRequest.catch(() => {}).then(request)
  return lastRequest
}

/** Saves or removes a favorite. Updates the cache first, and reverts it if the request fails. */
export async function changeFavorite(queryClient: QueryClient, change: Change): Promise<void> {
  const { userId, spaceId, action, onChangeList } = change
  const { queryKey } = ownFavoriteLists(userId)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData<FavoriteList[]>(queryKey)
  try {
    if (action === 'remove') await removeFromAll(queryClient, change, before ?? [])
    else {
      queryClient.setQueryData<FavoriteList[]>(queryKey, withSpace(before ?? [], spaceId))
      await inOrder(async () => saveFavorite(await browserClient(), spaceId))
      showToast({
        title: `Saved to ${defaultListName}`,
        tone: 'success',
        action: { label: 'Change list', onPress: onChangeList },
        topic: spaceId,
      })
    }
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    showToast({
      title: messageOf(error, 'The favorite could not be changed. Please try again.'),
      tone: 'error',
    })
  }
  await queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
}

async function removeFromAll(
  queryClient: QueryClient,
  { userId, spaceId }: Change,
  lists: readonly FavoriteList[],
): Promise<void> {
  const { queryKey } = ownFavoriteLists(userId)
  const held = lists.filter(({ space_ids }) => space_ids.includes(spaceId))
  queryClient.setQueryData<FavoriteList[]>(queryKey, (now) => withoutSpace(now ?? [], spaceId))
  await inOrder(async () => removeFavorite(await browserClient(), spaceId))

  async function undo() {
    try {
      const client = await browserClient()
      for (const { id } of held) await saveFavorite(client, spaceId, id)
    } catch (error) {
      showToast({ title: messageOf(error, 'The space could not be saved'), tone: 'error' })
    }
    await queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
  }
  const [only] = held
  showToast({
    title: `Removed from ${held.length === 1 && only ? only.name : 'your lists'}`,
    action: { label: 'Undo', onPress: () => void undo() },
    topic: spaceId,
  })
}

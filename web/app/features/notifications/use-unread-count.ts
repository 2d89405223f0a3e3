import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationKeys, unreadNotifications } from '#web/data/notifications.ts'
import { whenUsed } from '#web/lib/when-used.ts'

/**
 * Returns the number of unread notifications. Keeps this number and the cached list of
 * notifications up to date.
 */
export function useUnreadCount(userId: string): number {
  const queryClient = useQueryClient()
  const { data = 0 } = useQuery(unreadNotifications(userId))
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const update = () => {
      for (const part of ['unread', 'list'])
        void queryClient.invalidateQueries({
          queryKey: [...notificationKeys.ofUser(userId), part],
        })
    }
    const follow = async () => {
      const { watchNotifications } = await import('#web/data/notifications-live.ts')
      const stopWatching = await watchNotifications(userId, update)
      if (isGone) stopWatching()
      else stop = stopWatching
    }
    // Loads the Realtime library late, because the first count needs only a query. If the library
    // fails to load, the number is only updated by the next page load.
    const cancel = whenUsed(() => void follow().catch(() => {}))
    return () => {
      isGone = true
      cancel()
      stop?.()
    }
  }, [userId, queryClient])
  return data
}

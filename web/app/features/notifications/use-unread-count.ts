import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationKeys, unreadNotifications } from '#web/data/notifications.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

/** Returns the number of unread notifications, and keeps it and the cached lists up to date. */
export function useUnreadCount(userId: string): number {
  const queryClient = useQueryClient()
  const { data = 0 } = useQuery(unreadNotifications(userId))
  useEffect(() => {
    let stop: (() => void) | undefined
    let isStopped = false
    const cancel = whenIdle(async () => {
      // Loads the realtime library after the page, because the first count needs only a query.
      const { watchNotifications } = await import('#web/data/notifications-live.ts')
      if (isStopped) return
      stop = watchNotifications(userId, () => {
        void queryClient.invalidateQueries({
          queryKey: [...notificationKeys.ofUser(userId), 'unread'],
        })
        void queryClient.invalidateQueries({
          queryKey: [...notificationKeys.ofUser(userId), 'list'],
        })
      })
    })
    return () => {
      isStopped = true
      cancel()
      stop?.()
    }
  }, [userId, queryClient])
  return data
}

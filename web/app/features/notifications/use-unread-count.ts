import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationKeys, unreadNotifications } from '#web/data/notifications.ts'

/** Milliseconds after which the subscription starts even if the page had no input. */
const startMs = 10_000
const inputs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Returns the number of unread notifications, and keeps it and the cached list up to date. The
 * realtime library loads after the first input, because the first count needs only a query.
 */
export function useUnreadCount(userId: string): number {
  const queryClient = useQueryClient()
  const { data = 0 } = useQuery(unreadNotifications(userId))
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    const update = () => {
      for (const part of ['unread', 'list'])
        void queryClient.invalidateQueries({
          queryKey: [...notificationKeys.ofUser(userId), part],
        })
    }
    async function start() {
      for (const input of inputs) removeEventListener(input, startOnce)
      clearTimeout(timer)
      const { watchNotifications } = await import('#web/data/notifications-live.ts')
      if (signal.aborted) return
      const stop = await watchNotifications(userId, update)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop)
    }
    // Without the live count, the count is still right after the next page load.
    const startOnce = () => void start().catch(() => {})
    const timer = setTimeout(startOnce, startMs)
    for (const input of inputs)
      addEventListener(input, startOnce, { once: true, passive: true, signal })
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [userId, queryClient])
  return data
}

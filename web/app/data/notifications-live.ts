import { realtimeClient } from './realtime-client.ts'

/**
 * Calls `onChange` when a notification of the user was added or read, and when the subscription
 * starts or restarts. Returns the unsubscribe function.
 */
export function watchNotifications(userId: string, onChange: () => void): () => void {
  const feed = realtimeClient()
  const channel = feed
    .channel(`notifications:${userId}`)
    .on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'notifications', filter: `user_id=eq.${userId}` },
      onChange,
    )
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') onChange()
    })
  return () => void feed.removeChannel(channel)
}

import { realtimeClient } from './realtime-client.ts'

/**
 * Calls `onChange` when the subscription starts, when a notification arrives and when a
 * notification is read.
 */
export async function watchNotifications(
  userId: string,
  onChange: () => void,
): Promise<() => void> {
  const feed = realtimeClient()
  // Waits for the user's token, because a channel that is joined earlier receives no private rows.
  await feed.setAuth()
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

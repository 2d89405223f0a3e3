import { realtimeClient } from './realtime-client.ts'

/** Calls `onChange` for new and read notifications, and when the subscription starts. */
export async function watchNotifications(
  userId: string,
  onChange: () => void,
): Promise<() => void> {
  const feed = realtimeClient()
  // A channel that is joined before the client has the user's token receives no private rows.
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

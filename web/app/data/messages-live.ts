import { realtimeClient } from './realtime-client.ts'

/** Calls `onChange` for new and read messages, and when the subscription starts. */
export function watchConversations(userId: string, onChange: () => void): () => void {
  const feed = realtimeClient()
  const channel = feed
    .channel(`conversations:${userId}`)
    .on('postgres_changes', { event: '*', schema: 'public', table: 'conversations' }, onChange)
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') onChange()
    })
  return () => void feed.removeChannel(channel)
}

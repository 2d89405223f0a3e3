import { realtimeClient } from './realtime-client.ts'

/**
 * Calls `onChange` when the subscription starts, when a message arrives and when a message is read.
 */
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

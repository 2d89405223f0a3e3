import { useQuery } from '@tanstack/react-query'
import { unreadConversations } from '#web/data/unread-messages.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'

export default function UnreadBadge({ userId }: { userId: string }) {
  const { data: unread = 0 } = useQuery(unreadConversations(userId))
  return <CountBadge count={unread} label="unread" />
}

import { useQuery } from '@tanstack/react-query'
import { newInboxItems } from '#web/data/admin-inbox.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'

export default function InboxBadge({ userId }: { userId: string }) {
  const { data: count = 0 } = useQuery(newInboxItems(userId))
  return <CountBadge count={count} label="new" />
}

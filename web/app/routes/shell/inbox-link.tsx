import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { messageKeys } from '#web/data/message-keys.ts'
import { unreadConversations } from '#web/data/unread-messages.ts'
import { useLiveTable } from '#web/features/notifications/use-live-table.ts'
import { paths } from '#web/lib/paths.ts'
import { IconCount, iconCount } from '#web/ui/count-badge.tsx'
import { iconButtonStyles } from '#web/ui/icon-button.tsx'

/** The inbox link in the header. It also keeps the message lists on the page up to date. */
export function InboxLink({ userId }: { userId: string }) {
  const { data: unread = 0 } = useQuery(unreadConversations(userId))
  useLiveTable('conversations', { userId, keys: [messageKeys.all(userId)] })

  return (
    <Link
      to={paths.messages()}
      aria-label={unread > 0 ? `Inbox, ${iconCount(unread)} unread` : 'Inbox'}
      className={`${iconButtonStyles} relative text-ink-soft`}
    >
      <MessageCircle aria-hidden className="size-5" />
      <IconCount count={unread} />
    </Link>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { messageKeys } from '#web/data/message-keys.ts'
import { unreadConversations } from '#web/data/unread-messages.ts'
import { paths } from '#web/lib/paths.ts'
import { IconCount, iconCount } from '#web/ui/count-badge.tsx'
import { iconButtonStyles } from '#web/ui/icon-button.tsx'
import { whenUsed } from '#web/lib/when-used.ts'

/** The inbox link in the header. It also keeps the message lists on the page up to date. */
export function InboxLink({ userId }: { userId: string }) {
  const client = useQueryClient()
  const { data: unread = 0 } = useQuery(unreadConversations(userId))

  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const refresh = () => void client.invalidateQueries({ queryKey: messageKeys.all(userId) })
    const follow = async () => {
      const { watchConversations } = await import('#web/data/messages-live.ts')
      if (!isGone) stop = watchConversations(userId, refresh)
    }
    // Loads the Realtime library late, because the first count needs only a query. Without the
    // library, the queries poll.
    const cancel = whenUsed(() => void follow().catch(() => {}))
    return () => {
      isGone = true
      cancel()
      stop?.()
    }
  }, [client, userId])

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

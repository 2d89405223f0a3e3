import { Link } from 'react-router'
import type { Conversation } from '#web/data/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatClock, formatDate } from '#web/lib/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { useViewerZone } from '#web/ui/viewer-time.tsx'

/** Returns the other user's name, or a substitute for users without a name and deleted accounts. */
export function nameOf(conversation: Conversation): string {
  return conversation.other_name ?? (conversation.is_host ? 'A guest' : 'The host')
}

export function ConversationList(props: {
  conversations: readonly Conversation[]
  openId: string | undefined
}) {
  const zone = useViewerZone()
  const isMixed = new Set(props.conversations.map(({ is_host }) => is_host)).size > 1
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {props.conversations.map((conversation) => {
          const { id, space, unread, last_body, last_is_mine, last_message_at } = conversation
          const name = nameOf(conversation)
          const isUnread = unread > 0
          return (
            <li key={id}>
              <Link
                to={paths.conversation(id)}
                aria-current={id === props.openId ? 'page' : undefined}
                className="flex gap-3 p-4 transition-colors duration-150 hover:bg-sunken aria-[current=page]:bg-accent-soft focus-visible:-outline-offset-2"
              >
                <Avatar
                  name={name}
                  src={conversation.other_avatar_url}
                  side={44}
                  className="size-11"
                />
                <span className="flex min-w-0 grow flex-col">
                  <span className="flex items-baseline justify-between gap-x-2 max-[18rem]:flex-wrap">
                    <span className="truncate font-semibold">{name}</span>
                    {last_message_at && zone && (
                      <time
                        dateTime={last_message_at}
                        className="shrink-0 text-sm text-ink-faint tabular-nums"
                      >
                        {shortTime(new Date(last_message_at), zone)}
                      </time>
                    )}
                  </span>
                  <span className="flex items-center gap-2 text-sm text-ink-soft">
                    <span className="min-[18rem]:truncate">
                      {space?.title ?? 'A deleted space'}
                    </span>
                    {isMixed && conversation.is_host && <Badge>You host</Badge>}
                  </span>
                  <span className="mt-0.5 flex items-center justify-between gap-2">
                    <span
                      className={cx(
                        'truncate text-sm',
                        isUnread ? 'font-semibold text-ink' : 'text-ink-soft',
                      )}
                    >
                      {last_is_mine && 'You: '}
                      {last_body || 'Message deleted'}
                    </span>
                    <CountBadge count={unread} label="unread" />
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Formats an instant as a time of day if it is today, otherwise as a date. */
function shortTime(at: Date, zone: string): string {
  const day = dateOf(at, zone)
  return day === dateOf(new Date(), zone) ? formatClock(at, zone) : formatDate(day)
}

import type { Conversation } from '#web/data/messages.ts'
import { agoText } from '#web/lib/ago-text.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Block } from './block.tsx'

export function Questions({
  conversations,
  now,
}: {
  conversations: readonly Conversation[]
  now: Date
}) {
  const open = conversations.filter(
    ({ is_host, last_is_mine, is_closed, blocked_by_me }) =>
      is_host && last_is_mine === false && !is_closed && !blocked_by_me,
  )
  if (open.length === 0) return null
  return (
    <Block title="Messages to answer" count={open.length}>
      <ul className="-my-1 divide-y divide-line">
        {open.map(({ id, other_name, other_avatar_url, space, last_body, last_message_at }) => {
          const guest = other_name ?? 'A guest'
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
              <Avatar name={guest} src={other_avatar_url} side={40} className="size-10" />
              <div className="min-w-0 grow basis-56">
                <p className="font-semibold wrap-anywhere">{guest}</p>
                <p className="line-clamp-2 wrap-anywhere">{last_body}</p>
                <p className="text-sm text-ink-soft">
                  {space?.title ?? 'A deleted space'}
                  {last_message_at && ` · ${agoText(new Date(last_message_at), now)}`}
                </p>
              </div>
              <LinkButton to={paths.conversation(id)} size="small" variant="secondary">
                Answer<span className="sr-only"> {guest}</span>
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </Block>
  )
}

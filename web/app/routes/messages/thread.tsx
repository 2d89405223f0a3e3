import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ShieldCheck } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { messageKeys } from '#web/data/message-keys.ts'
import { type Conversation, markRead, type Message, messagesOf } from '#web/data/messages.ts'
import { dayName } from '#web/lib/day-name.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf } from '#web/lib/times.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
import { loadNextPage } from '#web/lib/use-show-more.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { iconButtonStyles } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useViewerZone } from '#web/ui/viewer-time.tsx'
import { BookingStrip } from './booking-strip.tsx'
import { Composer } from './composer.tsx'
import { nameOf } from './conversation-list.tsx'
import { ConversationActions } from './conversation-actions.tsx'
import { MessageItem, OutgoingItem } from './message-item.tsx'
import { useOutbox } from './use-outbox.ts'

type ThreadProps = { conversation: Conversation; userId: string }

export function Thread({ conversation, userId }: ThreadProps) {
  const { id } = conversation
  const name = nameOf(conversation)
  const query = useInfiniteQuery(messagesOf(userId, id))
  const messages = query.data?.pages.flat().toReversed()
  const { outgoing, send, retry, drop } = useOutbox(userId, id, messages)
  const news = useNewMessages(messages, userId)
  const region = useFocusOnArrival()
  useReading(conversation, messages, userId)
  const failure = query.error && (
    <RetryBanner
      message={messageOf(query.error, 'Failed to fetch the messages')}
      onRetry={() => void query.refetch()}
    />
  )

  return (
    <section
      aria-label={`Conversation with ${name}`}
      className="flex h-full min-h-0 flex-col bg-surface max-lg:h-[calc(100dvh-14.5rem)] max-lg:min-h-110 lg:rounded-card lg:border lg:border-line"
    >
      <Header conversation={conversation} userId={userId} />
      <BookingStrip conversation={conversation} />
      {/* `column-reverse` keeps the newest message in view while earlier messages are added. */}
      <section
        ref={region}
        aria-label={`Messages with ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keyboards can scroll only an element that takes the focus.
        tabIndex={0}
        className="flex min-h-0 grow flex-col-reverse overflow-y-auto overscroll-contain px-3 py-4 focus-visible:-outline-offset-2 sm:px-5"
      >
        <div className="flex flex-col gap-1.5">
          {query.isFetchNextPageError && failure}
          {query.hasNextPage && (
            <Button
              size="small"
              variant="secondary"
              className="self-center"
              isPending={query.isFetchingNextPage}
              onPress={() => void loadNextPage(query)}
            >
              Show earlier messages
            </Button>
          )}
          {!messages && !query.error && (
            <>
              <Skeleton className="h-10 w-3/5 rounded-card" />
              <Skeleton className="h-10 w-2/5 self-end rounded-card" />
            </>
          )}
          {messages?.length === 0 && outgoing.length === 0 && (
            <p className="self-center py-6 text-center text-ink-soft">
              Write the first message to {name}.
            </p>
          )}
          <ol className="flex flex-col gap-1.5">
            {messages && (
              <Messages conversation={conversation} userId={userId} messages={messages} />
            )}
            {outgoing.map((message) => (
              <OutgoingItem
                key={message.id}
                message={message}
                onRetry={() => retry(message)}
                onDrop={() => drop(message.id)}
              />
            ))}
          </ol>
          {!query.isFetchNextPageError && failure}
        </div>
      </section>
      <div role="log" aria-label="New messages" aria-live="polite" className="sr-only">
        {news.map((message) => (
          <p key={message.id}>
            New message from {name}: {message.body || 'a file'}
          </p>
        ))}
      </div>
      {!conversation.shows_contacts && (
        <p className="flex items-start gap-2 border-t border-line px-4 pt-2.5 text-sm text-ink-soft sm:px-5">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          Phone numbers, email addresses and links stay hidden until a booking is confirmed. This
          protects you both from scams and payments outside the site.
        </p>
      )}
      <Composer conversation={conversation} userId={userId} name={name} onSend={send} />
    </section>
  )
}

function Header({ conversation, userId }: ThreadProps) {
  const name = nameOf(conversation)
  return (
    <header className="flex items-center gap-3 border-b border-line px-3 py-2.5 sm:px-5">
      <Link
        to={paths.messages()}
        aria-label="Back to the inbox"
        className={`${iconButtonStyles} -ml-2 lg:hidden`}
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <Avatar
        name={name}
        src={conversation.other_avatar_url}
        side={40}
        className="size-10 max-[18rem]:hidden"
      />
      <div className="min-w-0 grow">
        <h2 className="text-lg min-[18rem]:truncate">{name}</h2>
        <p className="text-sm text-ink-soft">{conversation.is_host ? 'Guest' : 'Host'}</p>
      </div>
      <ConversationActions conversation={conversation} userId={userId} name={name} />
    </header>
  )
}

/** The messages as list items, with the date before the first message of each day. */
function Messages(props: ThreadProps & { messages: readonly Message[] }) {
  const { conversation, userId, messages } = props
  const name = nameOf(conversation)
  const zone = useViewerZone() ?? 'UTC'
  return messages.map((message, index) => {
    const day = dateOf(new Date(message.created_at), zone)
    const before = messages[index - 1]
    const isNewDay = !before || dateOf(new Date(before.created_at), zone) !== day
    const isMine = message.author_id === userId
    return (
      <Fragment key={message.id}>
        {isNewDay && (
          <li className="my-2 self-center text-sm font-semibold text-ink-faint">
            {dayName(new Date(message.created_at), zone)}
          </li>
        )}
        <MessageItem
          message={message}
          isMine={isMine}
          name={name}
          zone={zone}
          userId={userId}
          state={isMine && index === messages.length - 1 ? stateOf(message, conversation) : null}
        />
      </Fragment>
    )
  })
}

/** Focuses the messages when a conversation opens, instead of the main content of the page. */
function useFocusOnArrival() {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.id === 'main') region.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return region
}

function stateOf(message: Message, { other_read_at }: Conversation): string {
  return other_read_at && Date.parse(other_read_at) >= Date.parse(message.created_at)
    ? 'Read'
    : 'Sent'
}

/** Returns the other user's messages that arrived while the conversation was open. */
function useNewMessages(messages: readonly Message[] | undefined, userId: string) {
  const newest = messages?.at(-1)?.created_at
  const [since, setSince] = useState<string>()
  if (since === undefined && messages) setSince(newest ?? '')
  return (messages ?? []).filter(
    ({ author_id, created_at }) =>
      since !== undefined &&
      author_id !== userId &&
      (since === '' || Date.parse(created_at) > Date.parse(since)),
  )
}

const isVisible = () => document.visibilityState === 'visible'

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Marks the messages as read while the page is visible. */
function useReading(
  { id, unread }: Conversation,
  messages: readonly Message[] | undefined,
  userId: string,
) {
  const client = useQueryClient()
  const canSee = useBrowserValue(isVisible, false, subscribeToVisibility)
  const newest = messages?.at(-1)?.created_at
  useEffect(() => {
    if (!canSee || unread === 0 || !newest) return
    // Ignores a failed request, because the next message or visit repeats it.
    void markRead(id, newest)
      .then(() => client.invalidateQueries({ queryKey: messageKeys.all(userId) }))
      .catch(() => {})
  }, [canSee, unread, newest, id, userId, client])
}

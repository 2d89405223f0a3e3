import type { Message } from '#web/data/messages.ts'
import { AttachmentItem } from '#web/features/messages/attachment-item.tsx'
import { LinkedText } from '#web/features/messages/linked-text.tsx'
import { formatClock } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Outgoing } from './use-outbox.ts'

const bubble = 'max-w-full rounded-card px-3.5 py-2 text-wrap whitespace-pre-line wrap-anywhere'
const mine = 'bg-accent text-on-accent'
const theirs = 'bg-sunken'

export function MessageItem(props: {
  message: Message
  isMine: boolean
  name: string
  zone: string
  userId: string
  /** `state` is 'Sent' or 'Read', shown below the viewer's newest message. */
  state: string | null
}) {
  const { message, isMine, name, zone, userId, state } = props
  const at = new Date(message.created_at)
  return (
    <li
      className={cx(
        'flex max-w-[85%] flex-col gap-0.5 sm:max-w-[70%]',
        isMine ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <span className="sr-only">{isMine ? 'You' : name}:</span>
      {message.attachments.map((file) => (
        <AttachmentItem key={file.path} file={file} userId={userId} />
      ))}
      {message.body && (
        <p className={cx(bubble, isMine ? mine : theirs)}>
          <LinkedText>{message.body}</LinkedText>
        </p>
      )}
      {!message.body && message.attachments.length === 0 && (
        <p className={cx(bubble, 'border border-line text-ink-faint')}>Message deleted</p>
      )}
      {message.masked && (
        <p className="text-sm text-ink-soft">
          Contact details are hidden until a booking is confirmed
        </p>
      )}
      <p className="text-xs text-ink-faint">
        <time dateTime={message.created_at}>{formatClock(at, zone)}</time>
        {state && ` · ${state}`}
      </p>
    </li>
  )
}

export function OutgoingItem(props: {
  message: Outgoing
  onRetry: () => void
  onDrop: () => void
}) {
  const { message, onRetry, onDrop } = props
  return (
    <li className="flex max-w-[85%] flex-col items-end gap-1 self-end sm:max-w-[70%]">
      <span className="sr-only">You:</span>
      {message.attachments.map(({ path, name }) => (
        <p key={path} className={cx(bubble, 'border border-line')}>
          {name}
        </p>
      ))}
      {message.body && (
        <p className={cx(bubble, mine, message.error === null && !message.isSent && 'opacity-80')}>
          <LinkedText>{message.body}</LinkedText>
        </p>
      )}
      {message.error === null ? (
        <p className="text-xs text-ink-faint">{message.isSent ? 'Sent' : 'Sending...'}</p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-2">
          <p className="text-sm font-medium text-danger-ink">Not sent: {message.error}</p>
          <Button size="small" variant="secondary" onPress={onRetry}>
            Send again
          </Button>
          <Button size="small" variant="quiet" onPress={onDrop}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}

import { Paperclip, SendHorizontal, X, Zap } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { attachmentTypes, type Conversation } from '#web/data/messages.ts'
import { lengthProblem } from '#web/features/messages/message-length.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { frameStyles } from '#web/ui/field-styles.ts'
import { FileInput } from '#web/ui/file-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Unblock } from './conversation-actions.tsx'
import { type Chosen, useAttachments } from './use-attachments.ts'
import type { Outgoing } from './use-outbox.ts'

const QuickReplies = lazy(() => import('./quick-replies.tsx'))

/** Field for a new message. The typed text is kept in this tab until it is sent. */
export function Composer(props: {
  conversation: Conversation
  userId: string
  name: string
  onSend: (draft: Pick<Outgoing, 'body' | 'attachments'>) => void
}) {
  const { conversation, userId, name, onSend } = props
  const { id } = conversation
  const { draft: text, write, clear } = useDraft(`hourspace-message-draft:${userId}:${id}`, '')
  const [isChoosingReply, setChoosingReply] = useState(false)
  const attachments = useAttachments(id)
  const field = useRef<HTMLTextAreaElement>(null)
  const fieldId = useId()
  const focus = useFocusWhenRendered()
  const picker = useRef<HTMLInputElement>(null)
  const body = text.trim()
  const problem = lengthProblem(body) ?? attachments.problem
  const canSend =
    !lengthProblem(body) && attachments.isReady && (body !== '' || attachments.uploaded.length > 0)

  // Waits for the next frame, because a closing dialog first returns the focus to the button that
  // opened the dialog.
  const focusField = () => requestAnimationFrame(() => field.current?.focus())

  if (conversation.is_closed)
    return (
      <Note>
        This conversation is closed. You can still read it. If you have a question,{' '}
        <TextLink to={paths.contact({ subject: 'support', booking: conversation.booking?.id })}>
          contact us
        </TextLink>
        .
      </Note>
    )
  if (conversation.blocked_by_me)
    return (
      <Note>
        You blocked {name}. You can’t write to each other.{' '}
        <Unblock otherId={conversation.other_id} userId={userId} onDone={() => focus(fieldId)} />
      </Note>
    )

  function send() {
    if (!canSend) return
    onSend({ body, attachments: attachments.uploaded })
    write('')
    clear()
    attachments.clear()
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // With a touch keyboard, Enter adds a line break, because touch keyboards have no Shift+Enter.
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!sends || matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex flex-col gap-2 border-t border-line p-3 sm:px-5"
    >
      <AlertText>{problem}</AlertText>
      {attachments.files.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Files to send">
          {attachments.files.map((one) => (
            <FileChip
              key={one.id}
              chosen={one}
              onRetry={() => attachments.retry(one)}
              onRemove={() => attachments.remove(one)}
            />
          ))}
        </ul>
      )}
      <div className="flex items-end gap-1 max-[18rem]:flex-wrap">
        <IconButton
          icon={Paperclip}
          label="Attach pictures or files"
          onPress={() => picker.current?.click()}
        />
        <FileInput ref={picker} accept={attachmentTypes} multiple onFiles={attachments.add} />
        {conversation.is_host && (
          <IconButton icon={Zap} label="Quick replies" onPress={() => setChoosingReply(true)} />
        )}
        <textarea
          ref={field}
          id={fieldId}
          aria-label={`Message to ${name}`}
          placeholder="Write a message"
          rows={1}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length > 0) attachments.add(files)
          }}
          className={cx(
            frameStyles,
            'field-sizing-content max-h-40 min-h-11 min-w-0 grow resize-none px-3.5 py-[0.5625rem] outline-none',
            // At a text size of 200%, gives the field its own row, because the buttons would leave
            // no width.
            'max-[18rem]:order-first max-[18rem]:basis-full',
          )}
        />
        <Button
          type="submit"
          isDisabled={!canSend}
          aria-label="Send"
          className="ml-1 max-[18rem]:ml-auto"
        >
          <SendHorizontal aria-hidden className="size-5" />
        </Button>
      </div>
      {isChoosingReply && (
        <Suspense>
          <QuickReplies
            userId={userId}
            onClose={() => setChoosingReply(false)}
            onChoose={(reply) => {
              write(text ? `${text.trimEnd()}\n${reply}` : reply)
              setChoosingReply(false)
              focusField()
            }}
          />
        </Suspense>
      )}
    </form>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="border-t border-line p-4 text-ink-soft sm:px-5">{children}</p>
}

function FileChip(props: { chosen: Chosen; onRetry: () => void; onRemove: () => void }) {
  const { chosen, onRetry, onRemove } = props
  const { file, progress, uploaded, error } = chosen
  return (
    <li className="flex max-w-full items-center gap-1 rounded-control border border-line pl-3 text-sm">
      <span className="min-w-0">
        <span className="block max-w-48 truncate">{file.name}</span>
        {!uploaded && !error && (
          <progress
            aria-label={`Upload of ${file.name}`}
            value={progress}
            max={1}
            className="block h-1.5 w-full accent-accent"
          />
        )}
        {error && (
          <span role="alert" className="block font-medium text-danger-ink">
            {error}
          </span>
        )}
      </span>
      {error && (
        <Button size="small" variant="quiet" onPress={onRetry}>
          Try again
        </Button>
      )}
      <IconButton icon={X} label={`Remove ${file.name}`} onPress={onRemove} />
    </li>
  )
}

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ConversationDecision,
  decideConversation,
  type ReportedConversation,
} from '#web/data/conversation-reports.ts'
import { messagesOf } from '#web/data/messages.ts'
import { AttachmentItem } from '#web/features/messages/attachment-item.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { formatUtc } from '#web/lib/times.ts'
import { loadNextPage } from '#web/lib/use-show-more.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export default function ConversationDialog(props: {
  conversation: ReportedConversation
  /** Whether the decision resolves an open report. */
  isReported: boolean
  adminId: string
  onClose: () => void
  onDecided: () => void
}) {
  const { conversation, isReported, adminId, onClose, onDecided } = props
  const query = useInfiniteQuery(messagesOf(adminId, conversation.id))
  const messages = query.data?.pages.flat().toReversed()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const decide = useMutation({
    mutationFn: (action: ConversationDecision['action']) =>
      decideConversation({ conversationId: conversation.id, action, note: note.trim() }),
    onSuccess: onDecided,
  })
  const guestName = conversation.guest?.full_name ?? 'Guest'
  const hostName = conversation.host?.full_name ?? 'Host'

  function press(action: ConversationDecision['action']) {
    setMissing(!note.trim())
    if (note.trim() && !decide.isPending) decide.mutate(action)
  }

  return (
    <Modal title={`${guestName} and ${hostName}`} isOpen onClose={onClose} size="medium">
      <QueryError query={query} fallback="Failed to fetch the messages" />
      {!messages && !query.error && <Skeleton className="h-40 rounded-card" />}
      {messages && (
        // `column-reverse` keeps the newest message in view while earlier messages are added.
        <section
          aria-label="Messages"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keyboards can scroll only an element that takes the focus.
          tabIndex={0}
          className="flex max-h-96 flex-col-reverse overflow-y-auto rounded-card bg-sunken p-4"
        >
          <div className="flex flex-col gap-3">
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
            <ol className="flex flex-col gap-3">
              {messages.map((message) => (
                <li key={message.id}>
                  <p className="text-sm text-ink-soft">
                    <span className="font-semibold">
                      {message.author_id === conversation.host?.id ? hostName : guestName}
                    </span>{' '}
                    · {formatUtc(message.created_at)}
                  </p>
                  <p className="whitespace-pre-line wrap-anywhere">
                    {message.body ||
                      (message.attachments.length === 0 ? 'Message deleted' : 'Sent without text')}
                  </p>
                  {message.attachments.map((file) => (
                    <AttachmentItem key={file.path} file={file} userId={adminId} />
                  ))}
                </li>
              ))}
            </ol>
          </div>
        </section>
      )}
      <PlainTextArea
        label="Reason"
        name="conversation-note"
        description="Kept in the log with your name."
        value={note}
        onValue={setNote}
        maxLength={2000}
        rows={3}
        error={isMissing && !note.trim() ? 'Please give a reason' : undefined}
      />
      <AlertText>
        {decide.error && messageOf(decide.error, 'The decision could not be saved')}
      </AlertText>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {isReported && (
          <Button
            variant="secondary"
            isPending={decide.isPending && decide.variables === 'dismissed'}
            onPress={() => press('dismissed')}
          >
            {conversation.closed_at ? 'Keep closed' : 'No violation'}
          </Button>
        )}
        {conversation.closed_at ? (
          <Button
            isPending={decide.isPending && decide.variables === 'reopened'}
            onPress={() => press('reopened')}
          >
            Reopen conversation
          </Button>
        ) : (
          <Button
            variant="danger"
            isPending={decide.isPending && decide.variables === 'closed'}
            onPress={() => press('closed')}
          >
            Close conversation
          </Button>
        )}
      </div>
    </Modal>
  )
}

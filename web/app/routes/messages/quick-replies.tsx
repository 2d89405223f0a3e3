import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import {
  deleteQuickReply,
  longestReplyBody,
  longestReplyTitle,
  quickReplies,
  type QuickReply,
  saveQuickReply,
} from '#web/data/quick-replies.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainInput, PlainTextArea } from '#web/ui/plain-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'

export default function QuickReplies(props: {
  userId: string
  onChoose: (text: string) => void
  onClose: () => void
}) {
  const { userId, onChoose, onClose } = props
  const list = useQuery(quickReplies(userId))
  const [edited, setEdited] = useState<QuickReply | 'new'>()
  const restore = useMutation({
    mutationFn: ({ title, body }: QuickReply) => saveQuickReply({ id: null, title, body }),
    onSettled: () => void list.refetch(),
    onError: (error, reply) => {
      showToast({
        title: messageOf(error, 'The quick reply could not be restored.'),
        tone: 'error',
        action: { label: 'Undo', onPress: () => restore.mutate(reply) },
      })
    },
  })
  const remove = useMutation({
    mutationFn: (reply: QuickReply) => deleteQuickReply(reply.id),
    onSuccess: (_data, reply) => {
      void list.refetch()
      showToast({
        title: 'Quick reply deleted',
        tone: 'success',
        action: { label: 'Undo', onPress: () => restore.mutate(reply) },
      })
    },
  })

  if (edited)
    return (
      <Modal
        title={edited === 'new' ? 'New quick reply' : 'Change quick reply'}
        isOpen
        onClose={onClose}
      >
        <ReplyForm
          reply={edited === 'new' ? null : edited}
          onCancel={() => setEdited(undefined)}
          onSaved={() => {
            void list.refetch()
            setEdited(undefined)
          }}
        />
      </Modal>
    )
  return (
    <Modal title="Quick replies" isOpen onClose={onClose}>
      <QueryError query={list} fallback="Failed to fetch your quick replies" />
      <AlertText>
        {remove.error &&
          messageOf(remove.error, 'The quick reply could not be deleted. Please try again.')}
      </AlertText>
      {!list.data && !list.error && <Skeleton className="h-24 rounded-card" />}
      {list.data?.length === 0 && (
        <p className="text-ink-soft">
          Save answers to questions that guests often ask, such as how to park or what is included.
        </p>
      )}
      {list.data && list.data.length > 0 && (
        <ul className="-my-1 divide-y divide-line">
          {list.data.map((reply) => (
            <li key={reply.id} className="flex items-center gap-1 py-1">
              <button
                type="button"
                onClick={() => onChoose(reply.body)}
                className="min-w-0 grow rounded-small px-2 py-2 text-left hover:bg-sunken"
              >
                <span className="block truncate font-semibold">{reply.title}</span>
                <span className="line-clamp-2 text-sm text-ink-soft">{reply.body}</span>
              </button>
              <IconButton
                icon={Pencil}
                label={`Change ${reply.title}`}
                onPress={() => setEdited(reply)}
              />
              <IconButton
                icon={Trash2}
                label={`Delete ${reply.title}`}
                onPress={() => remove.mutate(reply)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" className="self-start" onPress={() => setEdited('new')}>
        Add quick reply
      </Button>
    </Modal>
  )
}

function ReplyForm(props: { reply: QuickReply | null; onCancel: () => void; onSaved: () => void }) {
  const { reply, onCancel, onSaved } = props
  const [title, setTitle] = useState(reply?.title ?? '')
  const [body, setBody] = useState(reply?.body ?? '')
  const [isChecked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      saveQuickReply({ id: reply?.id ?? null, title: title.trim(), body: body.trim() }),
    onSuccess: onSaved,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (title.trim() && body.trim() && !save.isPending) save.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PlainInput
        label="Name"
        name="reply-title"
        value={title}
        onValue={setTitle}
        maxLength={longestReplyTitle}
        autoComplete="off"
        description="Only you see it."
        error={isChecked && !title.trim() ? 'Please enter a name' : undefined}
      />
      <PlainTextArea
        label="Text"
        name="reply-body"
        value={body}
        onValue={setBody}
        maxLength={longestReplyBody}
        rows={5}
        error={isChecked && !body.trim() ? 'Please enter a text' : undefined}
      />
      <AlertText>
        {save.error &&
          messageOf(save.error, 'The quick reply could not be saved. Please try again.')}
      </AlertText>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onPress={onCancel}>
          Back
        </Button>
        <Button type="submit" isPending={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

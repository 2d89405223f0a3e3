import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { messageKeys } from '#web/data/message-keys.ts'
import { sendMessage, startConversation } from '#web/data/messages.ts'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { lengthProblem } from './message-length.ts'

type AskHostProps = { spaceId: string; onClose: () => void }

/**
 * Dialog in which a guest asks a space's host a question. Visitors sign in first. The typed text is
 * kept in this tab until it is sent.
 */
export default function AskHostDialog(props: AskHostProps) {
  const { status, user } = useSession()
  const signIn = useSignIn()
  const close = useEffectEvent(props.onClose)
  useEffect(() => {
    if (status !== 'signed-out') return undefined
    // Returns a cleanup function that closes the sign-in dialog. React calls the function when the
    // browser's Back button removes this component.
    return signIn({ purpose: 'to ask the host', onDismiss: () => close() })
  }, [status, signIn])
  return user && <Question {...props} userId={user.id} />
}

function Question({ spaceId, userId, onClose }: AskHostProps & { userId: string }) {
  const client = useQueryClient()
  // A retry sends the same message id, so that the host gets the question only once.
  const [id] = useState(() => crypto.randomUUID())
  const { draft: text, write, clear } = useDraft(`hourspace-question:${userId}:${spaceId}`, '')
  const body = text.trim()
  const tooLong = lengthProblem(body)
  const [isMissing, setMissing] = useState(false)
  const ask = useMutation({
    mutationFn: async (question: string) => {
      const conversationId = await startConversation(spaceId)
      await sendMessage({ id, conversationId, body: question })
      return conversationId
    },
    onSuccess: () => {
      clear()
      void client.invalidateQueries({ queryKey: messageKeys.all(userId) })
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(!body)
    if (body && !tooLong && !ask.isPending) ask.mutate(body)
  }

  if (ask.data)
    return (
      <Modal title="Your question is sent" isOpen onClose={onClose}>
        <p className="flex items-start gap-3 text-ink-soft">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          The answer appears in your inbox. You get an email if you are not here.
        </p>
        {/* Replaces the history entry of the dialog, so that Back does not open it again. */}
        <Link to={paths.conversation(ask.data)} replace className={buttonStyles({ wide: true })}>
          Open conversation
        </Link>
      </Modal>
    )
  return (
    <Modal title="Ask the host" isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PlainTextArea
          label="Your question"
          name="question"
          description="Email addresses, phone numbers and links are hidden until a booking is confirmed. This protects you from scams."
          value={text}
          onValue={write}
          rows={5}
          error={tooLong ?? (isMissing && !body ? 'Please write a question' : undefined)}
        />
        {ask.error && (
          <Banner tone="error">{messageOf(ask.error, 'The question could not be sent')}</Banner>
        )}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" isPending={ask.isPending} pendingText="Sending...">
            Send question
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

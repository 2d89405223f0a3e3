import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  conversationReasons,
  type ConversationReason,
  reportConversation,
} from '#web/data/conversation-reports.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

export default function ReportConversation(props: {
  conversationId: string
  name: string
  onClose: () => void
}) {
  const { conversationId, name, onClose } = props
  const [reason, setReason] = useState<ConversationReason>()
  const [details, setDetails] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: ConversationReason) =>
      reportConversation({ conversationId, reason: chosen, details: details.trim() }),
    onSuccess: () => {
      showToast({
        title: 'Report sent',
        description: 'We read the conversation, usually within one working day.',
        tone: 'success',
      })
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!reason)
    if (reason && !isPending) mutate(reason)
  }

  return (
    <Modal title="Report this conversation" isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          Our team can then read this conversation. {name} doesn’t learn who reported it.
        </p>
        <fieldset className="flex flex-col gap-2" aria-describedby="report-reason-error">
          <legend className="mb-2 font-semibold">What is wrong?</legend>
          {Object.entries(conversationReasons).map(([id, label]) => (
            <label
              key={id}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-2 transition-colors duration-150 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="reason"
                value={id}
                checked={reason === id}
                onChange={() => setReason(id as ConversationReason)}
                className="size-4.5 shrink-0 accent-accent outline-none"
              />
              {label}
            </label>
          ))}
          <p
            id="report-reason-error"
            role="alert"
            className="text-sm font-medium text-danger-ink empty:hidden"
          >
            {isMissing && !reason && 'Please choose a reason'}
          </p>
        </fieldset>
        <PlainTextArea
          label="Details"
          name="report-details"
          isOptional
          value={details}
          onValue={setDetails}
          maxLength={2000}
          rows={3}
        />
        {error && <Banner tone="error">{messageOf(error, 'The report could not be sent')}</Banner>}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={isPending}>
            Send report
          </Button>
        </div>
      </form>
    </Modal>
  )
}

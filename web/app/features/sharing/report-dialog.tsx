import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type SubmitEvent, type ReactNode, useId, useState } from 'react'
import { longestDetails } from '#web/data/reports.ts'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'

type ReportDialogProps<Reason extends string> = {
  title: string
  introduction?: ReactNode
  /** The question that the user answers by choosing a reason. */
  question: string
  reasons: Readonly<Record<Reason, string>>
  detailsHint?: string
  send: (reason: Reason, details: string) => Promise<void>
  /** The text after the report was sent: who reads it and when. */
  thanks: string
  /** Buttons that are shown after the report was sent, beside "Done". */
  nextSteps?: ReactNode
  onClose: () => void
}

/** Dialog for a report to the admins: a reason and optional details, then a confirmation. */
export function ReportDialog<Reason extends string>(props: ReportDialogProps<Reason>) {
  const { title, introduction, question, reasons, detailsHint, send, onClose } = props
  const [reason, setReason] = useState<Reason>()
  const [details, setDetails] = useState('')
  const [isMissing, setMissing] = useState(false)
  const doneId = useId()
  const focus = useFocusWhenRendered()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (chosen: Reason) => send(chosen, details.trim()),
    onSuccess: () => focus(doneId),
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setMissing(!reason)
    if (!reason) focusFirstInvalid(event.currentTarget, { reason })
    else if (!isPending) mutate(reason)
  }

  return (
    <Modal title={isSuccess ? 'Thank you for the report' : title} isOpen onClose={onClose}>
      {isSuccess ? (
        <>
          <output className="flex items-start gap-3 text-ink-soft">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            {props.thanks}
          </output>
          <div className="flex flex-col gap-3">
            <Button id={doneId} wide onPress={onClose}>
              Done
            </Button>
            {props.nextSteps}
          </div>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          {introduction}
          <RadioCards
            legend={<span className="font-semibold">{question}</span>}
            name="reason"
            options={(Object.keys(reasons) as Reason[]).map((id) => ({ id, label: reasons[id] }))}
            value={reason}
            onValue={setReason}
            error={isMissing && !reason ? 'Please choose a reason' : undefined}
          />
          <PlainTextArea
            label="Details"
            name="details"
            isOptional
            description={detailsHint}
            value={details}
            onValue={setDetails}
            maxLength={longestDetails}
            rows={4}
          />
          {error && (
            <Banner tone="error">{messageOf(error, 'The report could not be sent')}</Banner>
          )}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" isPending={isPending}>
              Send report
            </Button>
          </DialogButtons>
        </form>
      )}
    </Modal>
  )
}

import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { longestDetails, type ReportReason, reportReasons, reportSpace } from '#web/data/reports.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'

type ReportDialogProps = { spaceId: string; title: string; onClose: () => void }

export default function ReportDialog({ spaceId, title, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason>()
  const [details, setDetails] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (chosen: ReportReason) =>
      reportSpace(await browserClient(), {
        space_id: spaceId,
        reason: chosen,
        details: details.trim(),
      }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!reason)
    if (reason && !isPending) mutate(reason)
  }

  if (isSuccess) {
    return (
      <Modal title="Thank you for the report" isOpen onClose={onClose}>
        <p className="flex items-start gap-3 text-ink-soft">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />A person reads
          it, usually within one working day. The host doesn’t learn who reported.
        </p>
        <Button wide onPress={onClose}>
          Done
        </Button>
      </Modal>
    )
  }
  return (
    <Modal title="Report this space" isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <fieldset className="flex flex-col gap-2" aria-describedby="report-reason-error">
          <legend className="mb-2 text-ink-soft">What is wrong with {title}?</legend>
          {Object.entries(reportReasons).map(([id, label]) => (
            <label
              key={id}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-2 transition-colors duration-150 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="reason"
                value={id}
                checked={reason === id}
                onChange={() => setReason(id as ReportReason)}
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
          name="details"
          isOptional
          description="What happened, and when?"
          value={details}
          onValue={setDetails}
          maxLength={longestDetails}
          rows={4}
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

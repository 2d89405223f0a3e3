import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatMinor } from '@hourspace/domain/money.ts'
import {
  type HeldPayout,
  type HeldPayoutAction,
  resolveReversedTransfer,
} from '#web/data/reconciliation.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'

/** Asks for the reason for the decision about a reversed transfer. The audit log stores it. */
export default function HeldDialog(props: {
  payout: HeldPayout
  action: HeldPayoutAction
  onClose: () => void
  onDecided: () => void
}) {
  const { payout, action, onClose, onDecided } = props
  const amount = formatMinor(payout.held_minor, payout.currency)
  const { title, effect, button } = texts[action]
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => resolveReversedTransfer(payout.id, action, reason.trim()),
    onSuccess: onDecided,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(!reason.trim())
    if (reason.trim() && !isPending) mutate()
  }

  return (
    <Modal title={title} isOpen onClose={onClose} size="medium">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          <span className="font-semibold text-ink">
            {amount} for {payout.booking.space.title}
          </span>
          : {effect}
        </p>
        <PlainTextArea
          label="Reason"
          name="held-reason"
          description="For the audit log. Only admins read it."
          value={reason}
          onValue={setReason}
          maxLength={2000}
          rows={3}
          error={isMissing ? 'Please give a reason' : undefined}
        />
        {error && (
          <Banner tone="error">{messageOf(error, 'The decision could not be saved')}</Banner>
        )}
        <DialogButtons cancel="Back" onCancel={onClose}>
          <Button
            type="submit"
            variant={action === 'keep' ? 'danger' : 'primary'}
            isPending={isPending}
          >
            {button} {amount}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

const texts: Record<HeldPayoutAction, { title: string; effect: string; button: string }> = {
  send_again: {
    title: 'Send the money again?',
    effect: 'it is transferred to the host with the next payouts.',
    button: 'Send',
  },
  keep: {
    title: 'Keep the money?',
    effect: 'the host’s share is reduced by it, and Hourspace keeps it. This can’t be undone.',
    button: 'Keep',
  },
}

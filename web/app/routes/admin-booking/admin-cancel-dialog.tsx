import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatMinor, toDecimal, toMinor } from '@hourspace/domain/money.ts'
import {
  adminCancelReasons,
  longestProblemText,
  type AdminCancelReason,
} from '@hourspace/domain/problems.ts'
import type { AdminBooking } from '#web/data/admin-bookings.ts'
import { cancelAsAdmin } from '#web/data/problems.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainInput, PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'

/**
 * Dialog in which an admin cancels a booking and chooses the refund. The refund cannot exceed what
 * the guest has paid.
 */
export default function AdminCancelDialog(props: {
  booking: AdminBooking
  onClose: () => void
  onCancelled: () => void
}) {
  const { booking, onClose, onCancelled } = props
  const { currency, refundable_minor: left } = booking
  const money = (minor: number) => formatMinor(minor, currency)
  const [reason, setReason] = useState<AdminCancelReason>()
  const [amount, setAmount] = useState(String(toDecimal(left, currency)))
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const refundMinor = amount.trim() && Number(amount) >= 0 ? toMinor(amount, currency) : null
  const isTooMuch = refundMinor === null || refundMinor > left
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: { reason: AdminCancelReason; refundMinor: number }) =>
      cancelAsAdmin({ bookingId: booking.id, note: note.trim(), ...chosen }),
    onSuccess: onCancelled,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (reason && refundMinor !== null && !isTooMuch && !isPending) mutate({ reason, refundMinor })
  }

  return (
    <Modal title="Cancel this booking?" isOpen onClose={onClose} size="medium">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          The slot becomes free, and the guest and the host get an email. This can’t be undone.
        </p>
        <PlainSelect
          label="Reason"
          name="cancel-reason"
          options={[
            { id: '', label: 'Choose a reason' },
            ...Object.entries(adminCancelReasons).map(([id, label]) => ({ id, label })),
          ]}
          value={reason ?? ''}
          onValue={(id) => setReason((id || undefined) as AdminCancelReason | undefined)}
          error={isChecked && !reason ? 'Please choose a reason' : undefined}
        />
        {left > 0 && (
          <PlainInput
            label={`Refund (${currency})`}
            name="cancel-refund"
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={amount}
            onValue={setAmount}
            description={`From 0 to ${money(left)}. The host’s share is reduced in the same proportion.`}
            error={isChecked && isTooMuch ? `Please enter 0 to ${money(left)}` : undefined}
          />
        )}
        <PlainTextArea
          label="Message"
          name="cancel-note"
          isOptional
          description="The guest and the host read it."
          value={note}
          onValue={setNote}
          maxLength={longestProblemText}
          rows={3}
        />
        {booking.payout?.status === 'paid' && (
          <Banner tone="caution">
            The host was already paid. What is refunded of the share is deducted from later payouts.
          </Banner>
        )}
        {error && <Banner tone="error">{messageOf(error, 'Failed to cancel booking')}</Banner>}
        <DialogButtons cancel="Keep booking" onCancel={onClose}>
          <Button type="submit" variant="danger" isPending={isPending}>
            {refundMinor ? `Cancel and refund ${money(refundMinor)}` : 'Cancel without refund'}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

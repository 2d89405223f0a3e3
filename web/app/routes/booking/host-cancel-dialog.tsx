import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatMoney } from '@hourspace/domain/money.ts'
import {
  hostCancelReasons,
  longestProblemText,
  type HostCancelReason,
} from '@hourspace/domain/problems.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { cancelAsHost, ownCancellations } from '#web/data/problems.ts'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (number: number) => `${number}${endings[ordinals.select(number)] ?? 'th'}`

export default function HostCancelDialog(props: {
  booking: BookingDetails
  onClose: () => void
  onCancelled: () => void
}) {
  const { booking, onClose, onCancelled } = props
  const [reason, setReason] = useState<HostCancelReason>()
  const [note, setNote] = useState('')
  const [keepBlocked, setKeepBlocked] = useState(true)
  const [isMissing, setMissing] = useState(false)
  const { data: count } = useQuery(ownCancellations(booking.space.user_id))
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: HostCancelReason) =>
      cancelAsHost({ bookingId: booking.id, reason: chosen, note: note.trim(), keepBlocked }),
    onSuccess: onCancelled,
  })
  const back = booking.total_price - booking.returned_amount
  const guest = booking.guest?.full_name ?? 'The guest'

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setMissing(!reason)
    if (!reason) focusFirstInvalid(event.currentTarget, { 'cancel-reason': reason })
    else if (!isPending) mutate(reason)
  }

  return (
    <Modal title="Cancel this booking?" isOpen onClose={onClose} size="medium">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-soft">
          {booking.total_price > 0 && (
            <>
              <li>
                {back > 0 ? (
                  <>
                    {guest} gets{' '}
                    <strong className="text-ink">{formatMoney(back, booking.currency)}</strong>{' '}
                    back, including the platform fee.
                  </>
                ) : (
                  <>{guest} already got everything back, so nothing more is refunded.</>
                )}
              </li>
              <li>You are not paid for this booking.</li>
            </>
          )}
          <li>
            {count === undefined
              ? 'Cancellations by hosts are counted.'
              : `This is your ${count === 0 ? 'first' : ordinal(count + 1)} cancellation in 12 months.`}{' '}
            Our team can see this number.
          </li>
        </ul>
        <PlainSelect
          label="Reason"
          name="cancel-reason"
          options={[
            { id: '', label: 'Choose a reason' },
            ...Object.entries(hostCancelReasons).map(([id, label]) => ({ id, label })),
          ]}
          value={reason ?? ''}
          onValue={(id) => setReason((id || undefined) as HostCancelReason | undefined)}
          error={isMissing && !reason ? 'Please choose a reason' : undefined}
        />
        <PlainTextArea
          label="Message to the guest"
          name="cancel-note"
          isOptional
          description="We include it in the email to the guest about the cancellation."
          value={note}
          onValue={setNote}
          maxLength={longestProblemText}
          rows={3}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={keepBlocked}
            onChange={(event) => setKeepBlocked(event.currentTarget.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          Keep the time blocked so that nobody else can book it
        </label>
        {error && <Banner tone="error">{messageOf(error, 'Failed to cancel booking')}</Banner>}
        <DialogButtons cancel="Keep booking" onCancel={onClose}>
          <Button type="submit" variant="danger" isPending={isPending}>
            Cancel booking
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

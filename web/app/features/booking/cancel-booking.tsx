import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cancellationPolicies, quoteRefund } from '@hourspace/domain/cancellation.ts'
import { toDecimal, toMinor } from '@hourspace/domain/money.ts'
import { type Booking, cancelBooking } from '#web/data/bookings.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatMoment, placeTime } from '#web/lib/times.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'

/**
 * Button that cancels a booking after a confirmation. Calls `onCancelled` after the dialog has
 * closed, because an open dialog keeps the focus.
 */
export function CancelBooking(props: {
  booking: Booking
  now: Date
  onCancelled: () => void
  /** `isQuiet` shows a small button without a border, for a row with another button. */
  isQuiet?: boolean
}) {
  const { booking, now, onCancelled, isQuiet } = props
  const [isAsking, setAsking] = useState(false)
  const isDialogGone = useRef(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => cancelBooking(booking.id),
    // Calls `onCancelled` only if the dialog is already gone. A notification can reload the booking
    // before the response arrives, which removes the button and the dialog.
    onSuccess: () => isDialogGone.current && onCancelled(),
  })

  function dialogGone() {
    isDialogGone.current = true
    if (isSuccess) onCancelled()
  }

  return (
    <>
      <Button
        size={isQuiet ? 'small' : 'medium'}
        variant={isQuiet ? 'quiet' : 'secondary'}
        onPress={() => setAsking(true)}
        onPointerEnter={prepareAlertDialog}
        onFocus={prepareAlertDialog}
        aria-label={`Cancel Booking: ${booking.space.title}`}
      >
        Cancel Booking
      </Button>
      <AlertDialog
        title="Are you sure you want to cancel this booking?"
        isOpen={isAsking && !isSuccess}
        danger
        confirmLabel="Cancel Booking"
        dismissLabel="Keep Booking"
        onConfirm={() => {
          isDialogGone.current = false
          mutate()
        }}
        onDismiss={() => setAsking(false)}
        isPending={isPending}
        error={error ? messageOf(error, 'Failed to cancel booking') : undefined}
      >
        <RefundQuote booking={booking} now={now} />
        <WhenGone run={dialogGone} />
      </AlertDialog>
    </>
  )
}

/** Calls `run` once the closed dialog has been removed from the document. */
function WhenGone({ run }: { run: () => void }) {
  const runLatest = useEffectEvent(run)
  useEffect(() => () => runLatest(), [])
  return null
}

export function RefundQuote({ booking, now }: { booking: Booking; now: Date }) {
  const { currency, time_zone: timeZone, cancellation_policy: policy } = booking
  const { percentage, refundMinor, deadline, laterPercentage } = quoteRefund(
    {
      policy,
      startsAt: new Date(booking.start_time),
      bookedAt: new Date(booking.booked_at),
      totalMinor: toMinor(booking.total_price, currency),
      hostShareMinor: toMinor(booking.host_share_amount, currency),
    },
    now,
  )
  if (booking.total_price === 0) return null
  // Subtracts earlier refunds, because the guest may already have received part of the price.
  const left = toMinor(booking.total_price - booking.returned_amount, currency)
  const backMinor = Math.min(refundMinor, left)
  const until = `${formatMoment(deadline, timeZone)} (${placeTime(booking.space.location)})`
  if (left === 0) return <p>You already got everything back. Cancelling refunds nothing more.</p>
  return (
    <div className="flex flex-col gap-2">
      {percentage > 0 ? (
        <p>
          You get{' '}
          <strong className="text-ink">
            <Price amount={toDecimal(backMinor, currency)} currency={currency} />
          </strong>{' '}
          back
          {percentage < 100 && backMinor === refundMinor && <>, {percentage}% of what you paid</>}.
          Cancel by {until} to get it; after that{' '}
          {laterPercentage > 0 ? <>you get {laterPercentage}% back</> : <>there is no refund</>}.
        </p>
      ) : (
        <p>
          <strong className="text-ink">You won’t get a refund.</strong> The refund period ended{' '}
          {until}.
        </p>
      )}
      <p className="text-sm">
        This booking’s policy: {policy}. {cancellationPolicies[policy].summary}.
      </p>
    </div>
  )
}

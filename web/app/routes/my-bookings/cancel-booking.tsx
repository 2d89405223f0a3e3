import { useEffect, useEffectEvent, useState } from 'react'
import { cancellationPolicies, quoteRefund } from '@hourspace/domain/cancellation.ts'
import { toDecimal, toMinor } from '@hourspace/domain/money.ts'
import { type Booking, cancelBooking } from '#web/data/bookings.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatMoment, zoneCity } from '#web/lib/times.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'

/**
 * The Cancel Booking button and its dialog, which shows the refund. `onCancelled` runs after the
 * dialog has closed, because focus cannot leave an open dialog.
 */
export function CancelBooking(props: { booking: Booking; now: Date; onCancelled: () => void }) {
  const { booking, now, onCancelled } = props
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<string>()

  async function cancel() {
    setPending(true)
    setError(undefined)
    try {
      await cancelBooking(booking.id)
      setDone(true)
      setAsking(false)
    } catch (reason) {
      setError(messageOf(reason, 'Failed to cancel booking'))
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <Button
        size="small"
        variant="secondary"
        onPress={() => setAsking(true)}
        onPointerEnter={prepareAlertDialog}
        onFocus={prepareAlertDialog}
        aria-label={`Cancel Booking: ${booking.space.title}`}
      >
        Cancel Booking
      </Button>
      <AlertDialog
        title="Are you sure you want to cancel this booking?"
        isOpen={isAsking}
        danger
        confirmLabel="Cancel Booking"
        dismissLabel="Keep Booking"
        onConfirm={() => void cancel()}
        onDismiss={() => setAsking(false)}
        isPending={isPending}
        error={error}
      >
        <RefundQuote booking={booking} now={now} />
        <WhenGone run={() => isDone && onCancelled()} />
      </AlertDialog>
    </>
  )
}

/** Runs a callback when the closing dialog is removed from the page. */
function WhenGone({ run }: { run: () => void }) {
  const runLatest = useEffectEvent(run)
  useEffect(() => () => runLatest(), [])
  return null
}

/**
 * Returns the refund for cancelling at `now`, according to the cancellation policy stored with the
 * booking.
 */
function RefundQuote({ booking, now }: { booking: Booking; now: Date }) {
  const { currency, time_zone: timeZone, cancellation_policy: policy } = booking
  const { percentage, refundMinor, deadline } = quoteRefund(
    {
      policy,
      startsAt: new Date(booking.start_time),
      totalMinor: toMinor(booking.total_price, currency),
      hostShareMinor: toMinor(booking.host_share_amount, currency),
    },
    now,
  )
  if (booking.total_price === 0) return null
  // Subtracts refunds that the guest has already received.
  const left = toMinor(booking.total_price - booking.returned_amount, currency)
  const backMinor = Math.min(refundMinor, left)
  const until = `${formatMoment(deadline, timeZone)} (${zoneCity(timeZone)} time)`
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
          Cancel by {until} to get it; after that there is no refund.
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

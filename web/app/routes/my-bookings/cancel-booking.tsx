import { useEffect, useEffectEvent, useState } from 'react'
import { cancelBooking, type Booking } from '#web/data/bookings.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { RefundQuote } from './refund-quote.tsx'

/**
 * Cancel Booking, asked twice: the second time with what comes back. `onCancelled` is called when the
 * dialog has gone and the focus may be moved.
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

/** Runs when what it stands in has left the page. */
function WhenGone({ run }: { run: () => void }) {
  const runLatest = useEffectEvent(run)
  useEffect(() => () => runLatest(), [])
  return null
}

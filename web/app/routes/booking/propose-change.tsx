import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { hourMs } from '@hourspace/domain/durations.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { lastChange } from '#web/data/changes.ts'
import { useSession } from '#web/features/account/session.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { formatMoment } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'

const ChangeDialog = lazy(async () => {
  const { ChangeDialog } = await import('./time-dialogs.ts')
  return { default: ChangeDialog }
})

/** A booking can be changed until this many milliseconds before its start. */
const noticeMs = 48 * hourMs

export function ProposeChange(props: { booking: BookingDetails; isHost: boolean; now: Date }) {
  const { booking, isHost, now } = props
  const { user } = useSession()
  const { data: change } = useQuery(lastChange(user?.id, booking.id))
  const [isOpen, setOpen] = useState(false)
  const closesAt = new Date(Date.parse(booking.start_time) - noticeMs)
  const isWaiting = change?.status === 'open' || change?.status === 'accepted'
  if (booking.refunded_amount > 0 || booking.returned_amount > 0) return null
  if (closesAt <= now)
    return (
      <p className="text-sm text-ink-soft">
        Bookings can be changed until 48 hours before they start.
      </p>
    )
  return (
    <>
      <Button variant="secondary" isDisabled={isWaiting} onPress={() => setOpen(true)}>
        Change time, people or extras
      </Button>
      <p className="text-sm text-ink-soft">
        {isWaiting
          ? 'A proposed change is waiting for an answer.'
          : `Until ${formatMoment(closesAt, booking.time_zone)}, if ${isHost ? 'the guest' : 'the host'} agrees.`}
      </p>
      {isOpen && (
        <Suspense>
          <ChangeDialog
            booking={booking}
            isHost={isHost}
            now={now}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

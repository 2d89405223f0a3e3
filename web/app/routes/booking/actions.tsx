import type { BookingDetails } from '#web/data/booking-details.ts'
import { canCancel } from '#web/features/booking/booking-card.tsx'
import { CancelBooking } from '#web/features/booking/cancel-booking.tsx'
import { phaseOf } from '#web/features/booking/booking-phase.ts'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Panel } from './panel.tsx'

/** What the viewer can do about the booking. */
export function BookingActions(props: {
  booking: BookingDetails
  isHost: boolean
  now: Date
  onCancelled: () => void
}) {
  const { booking, isHost, now, onCancelled } = props
  const phase = phaseOf(booking, now)
  return (
    <Panel title={phase === 'upcoming' ? 'Plans changed?' : 'What’s next'}>
      <div className="flex flex-col gap-3">
        {!isHost && canCancel(booking, now) && (
          <CancelBooking booking={booking} now={now} onCancelled={onCancelled} size="medium" />
        )}
        {!isHost && phase !== 'upcoming' && (
          <LinkButton to={paths.space(booking.space)}>Book again</LinkButton>
        )}
        {!isHost && phase === 'upcoming' && (
          <LinkButton to={paths.space(booking.space)} variant="secondary">
            Book again
          </LinkButton>
        )}
        {isHost && phase === 'upcoming' && (
          <p className="text-sm text-ink-soft">
            Only the guest can cancel this booking. If you can’t host it, tell us as early as you
            can.
          </p>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        Something wrong?{' '}
        <TextLink
          to={paths.contact({ subject: 'support', booking: booking.id })}
          className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
        >
          Report a problem
        </TextLink>
      </p>
    </Panel>
  )
}

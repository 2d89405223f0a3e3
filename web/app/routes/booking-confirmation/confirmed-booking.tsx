import type { Booking } from '#web/data/bookings.ts'
import { BookingCard } from '#web/features/booking/booking-card.tsx'
import { RefundLines } from '#web/features/booking/refund-lines.tsx'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

export function ConfirmedBooking({ booking, now }: { booking: Booking; now: Date }) {
  return (
    <div className="flex flex-col gap-3">
      <BookingCard booking={booking} now={now}>
        <LinkButton to={paths.booking(booking.id)} size="small" variant="secondary">
          View booking
        </LinkButton>
      </BookingCard>
      {booking.total_price > 0 && <RefundLines booking={booking} now={now} />}
      <p className="text-sm text-ink-soft">
        The booking’s page has the address, your receipt and a calendar file.
      </p>
    </div>
  )
}

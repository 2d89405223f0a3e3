import { refundTerms } from '@hourspace/domain/cancellation.ts'
import type { Booking } from '#web/data/bookings.ts'
import { formatMoment, placeTime } from '#web/lib/times.ts'
import { refundRule } from './refund-rule.ts'

export function RefundLines({ booking, now }: { booking: Booking; now: Date }) {
  const { time_zone, space } = booking
  const terms = refundTerms({
    policy: booking.cancellation_policy,
    startsAt: new Date(booking.start_time),
    bookedAt: new Date(booking.booked_at),
  })
  const rule = refundRule(terms, { location: space.location, time_zone }, now)
  const grace = terms.graceEnd && now <= terms.graceEnd ? terms.graceEnd : null
  return (
    <div className="rounded-control bg-sunken px-4 py-3 text-sm">
      {grace && (
        <p className="font-semibold">
          Free cancellation until {formatMoment(grace, time_zone)} {placeTime(space.location)}
        </p>
      )}
      <p className={grace ? 'text-ink-soft' : 'font-semibold'}>
        {grace ? `After that: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}` : rule}
      </p>
    </div>
  )
}

import type { Booking } from '#web/data/bookings.ts'
import { formatDay, formatSpan } from '#web/lib/times.ts'

/** Day and span of a booking, on the clock of its space, and its instants. */
export function timesOf(booking: Pick<Booking, 'start_time' | 'end_time' | 'time_zone'>): {
  day: string
  span: string
  instants: { startsAt: Date; endsAt: Date }
} {
  const startsAt = new Date(booking.start_time)
  const endsAt = new Date(booking.end_time)
  return {
    day: formatDay(startsAt, booking.time_zone),
    span: formatSpan({ startsAt, endsAt }, booking.time_zone),
    instants: { startsAt, endsAt },
  }
}

/** A guest may cancel what is confirmed and has not begun. */
export function canCancel(booking: Pick<Booking, 'status' | 'start_time'>, now: Date): boolean {
  return booking.status === 'confirmed' && new Date(booking.start_time) > now
}

import type { Booking } from '#web/data/bookings.ts'

/** Where a booking is in time. `finished` is shown instead of the stored status `confirmed`. */
export type BookingPhase = 'upcoming' | 'started' | 'finished' | 'cancelled'

type Times = Pick<Booking, 'status' | 'start_time' | 'end_time'>

export function phaseOf(booking: Times, now: Date): BookingPhase {
  if (booking.status === 'cancelled') return 'cancelled'
  if (new Date(booking.end_time) <= now) return 'finished'
  return new Date(booking.start_time) <= now ? 'started' : 'upcoming'
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** Formats the time from `now` to `at`, such as '3 days', '5 hours' or '1 hour 20 minutes'. */
export function timeUntil(at: Date, now: Date): string {
  // Rounds up to whole minutes, so that the last minute is not '0 minutes'.
  const left = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / minuteMs)) * minuteMs
  if (left >= 2 * dayMs) return count(Math.floor(left / dayMs), 'day')
  if (left >= 3 * hourMs) return count(Math.floor(left / hourMs), 'hour')
  const hours = Math.floor(left / hourMs)
  const minutes = (left % hourMs) / minuteMs
  return [hours > 0 && count(hours, 'hour'), minutes > 0 && count(minutes, 'minute')]
    .filter(Boolean)
    .join(' ')
}

/** Returns the headline of a booking's time, such as 'Starts in 3 days'. */
export function countdownOf(booking: Times, now: Date): string {
  switch (phaseOf(booking, now)) {
    case 'upcoming':
      return `Starts in ${timeUntil(new Date(booking.start_time), now)}`
    case 'started':
      return `Happening now, ends in ${timeUntil(new Date(booking.end_time), now)}`
    case 'finished':
      return 'This booking is over'
    case 'cancelled':
      return 'This booking was cancelled'
  }
}

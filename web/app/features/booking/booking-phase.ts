import { dayMs, hourMs, minuteMs } from '@hourspace/domain/durations.ts'
import type { Booking } from '#web/data/bookings.ts'

/**
 * Phase of a booking at a given time. A confirmed booking is `upcoming`, `started` or `finished`. A
 * withdrawn request has the stored status `cancelled`.
 */
export type BookingPhase =
  | 'requested'
  | 'upcoming'
  | 'started'
  | 'finished'
  | 'cancelled'
  | 'declined'
  | 'expired'
  | 'withdrawn'

type Times = Pick<Booking, 'status' | 'start_time' | 'end_time' | 'answer' | 'answer_by'>

export function phaseOf(booking: Omit<Times, 'answer_by'>, now: Date): BookingPhase {
  if (booking.status !== 'confirmed')
    return booking.answer === 'withdrawn' ? 'withdrawn' : booking.status
  if (new Date(booking.end_time) <= now) return 'finished'
  return new Date(booking.start_time) <= now ? 'started' : 'upcoming'
}

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

type Viewer = 'guest' | 'host'

function requestState({ answer, answer_by }: Times, viewer: Viewer, now: Date): string {
  if (answer === 'accepted') return 'Accepted: the card is being charged'
  const by = new Date(answer_by ?? 0)
  if (by <= now) return 'The deadline to answer has passed'
  return `${viewer === 'host' ? 'You have' : 'The host has'} ${timeUntil(by, now)} left to answer`
}

/** Returns a headline for a booking's phase, such as 'Starts in 3 days'. */
export function countdownOf(booking: Times, viewer: Viewer, now: Date): string {
  switch (phaseOf(booking, now)) {
    case 'upcoming':
      return `Starts in ${timeUntil(new Date(booking.start_time), now)}`
    case 'started':
      return `Happening now, ends in ${timeUntil(new Date(booking.end_time), now)}`
    case 'finished':
      return 'This booking is over'
    case 'cancelled':
      return 'This booking was cancelled'
    case 'requested':
      return requestState(booking, viewer, now)
    case 'declined':
      return 'This request was declined'
    case 'expired':
      return booking.answer === 'accepted'
        ? 'The card could not be charged'
        : 'This request has expired'
    case 'withdrawn':
      return 'This request was withdrawn'
  }
}

import { hoursBetween } from '@hourspace/domain/durations.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, timeOfDay } from '#web/lib/times.ts'

/**
 * Returns the path of a booked space. Its query fills the booking form with the length of the
 * booking and, if known, the number of people.
 */
export function bookAgainPath(
  space: Parameters<typeof paths.space>[0],
  booking: { start_time: string; end_time: string; guest_count?: number },
): string {
  const hours = hoursBetween(booking.start_time, booking.end_time)
  return paths.space(space, { hours: String(hours), guests: booking.guest_count?.toString() })
}

/** Returns the path of the search for spaces in the city of a booking that are free at its time. */
export function freeThenPath(booking: {
  start_time: string
  end_time: string
  time_zone: string
  guest_count: number
  space: { location: string }
}): string {
  const startsAt = new Date(booking.start_time)
  return paths.explore({
    location: booking.space.location,
    date: dateOf(startsAt, booking.time_zone),
    from: timeOfDay(startsAt, booking.time_zone),
    hours: String(hoursBetween(booking.start_time, booking.end_time)),
    guests: String(booking.guest_count),
  })
}

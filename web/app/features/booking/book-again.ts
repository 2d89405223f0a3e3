import { hoursBetween } from '@hourspace/domain/durations.ts'
import { paths } from '#web/lib/paths.ts'

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

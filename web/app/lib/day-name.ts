import { dayMs } from '@hourspace/domain/durations.ts'
import { dateOf, formatDay } from './times.ts'

/** Formats the day of an instant as 'Today', 'Yesterday' or 'Sun, Nov 22, 2026'. */
export function dayName(at: Date, timeZone: string, now = new Date()): string {
  const day = dateOf(at, timeZone)
  const today = dateOf(now, timeZone)
  if (day === today) return 'Today'
  // Compares dates instead of instants 24 h apart, because a day on which the clocks change is 23
  // or 25 hours long.
  return Date.parse(today) - Date.parse(day) === dayMs ? 'Yesterday' : formatDay(at, timeZone)
}

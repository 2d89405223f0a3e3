import { dayMs } from '@hourspace/domain/durations.ts'
import { dateOf, formatDay } from './times.ts'

/** Formats the day of an instant as 'Today', 'Yesterday' or 'Sun, Nov 22, 2026'. */
export function dayName(at: Date, timeZone: string, now = new Date()): string {
  const day = dateOf(at, timeZone)
  const today = dateOf(now, timeZone)
  if (day === today) return 'Today'
  // Compares dates instead of instants 24 h apart, because days of a clock change differ in length.
  return Date.parse(today) - Date.parse(day) === dayMs ? 'Yesterday' : formatDay(at, timeZone)
}

import { calendarDay, dateOf, formatClock, formatDate } from '#web/lib/times.ts'

const dayMs = 24 * 3_600_000

/** Formats the next free hour of a space as 'Free tomorrow from 10:00 AM', in the space's time. */
export function formatNextFree(start: string, timeZone: string, now = new Date()): string {
  const at = new Date(start)
  const day = dateOf(at, timeZone)
  const days = (Date.parse(day) - Date.parse(dateOf(now, timeZone))) / dayMs
  const clock = formatClock(at, timeZone)
  if (days <= 0) return `Free today from ${clock}`
  if (days === 1) return `Free tomorrow from ${clock}`
  return `Free ${days < 7 ? calendarDay(day).weekday : formatDate(day)} from ${clock}`
}

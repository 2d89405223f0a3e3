import { calendarDay, dateOf, formatClock, formatDate } from '#web/lib/times.ts'

const dayMs = 24 * 3_600_000

/**
 * Formats a space's next free hour as 'Free tomorrow from 10:00 AM' in the space's time zone. Names
 * the weekday if the viewer's date differs from the space's date, because 'today' and 'tomorrow'
 * would mislead. Names the date if the hour is seven or more days ahead.
 */
export function formatNextFree(
  start: string,
  timeZone: string,
  { now = new Date(), viewerZone = timeZone }: { now?: Date; viewerZone?: string | undefined } = {},
): string {
  const at = new Date(start)
  const day = dateOf(at, timeZone)
  const today = dateOf(now, timeZone)
  const days = (Date.parse(day) - Date.parse(today)) / dayMs
  const clock = formatClock(at, timeZone)
  const isSameDate = dateOf(now, viewerZone) === today
  if (isSameDate && days <= 0) return `Free today from ${clock}`
  if (isSameDate && days === 1) return `Free tomorrow from ${clock}`
  return `Free ${days < 7 ? calendarDay(day).weekday : formatDate(day)} from ${clock}`
}

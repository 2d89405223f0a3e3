import { fromDate, parseDate, toCalendarDate, toZoned } from '@internationalized/date'

/** Local times such as "9:00" and "today" always refer to the space's time zone (IANA name). */

/** A half-open time span, `[startsAt, endsAt)`. */
export type Span = { startsAt: Date; endsAt: Date }

/** Returns whether two time spans overlap. Adjacent spans do not overlap. */
export function overlaps(a: Span, b: Span): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

/**
 * Returns the time span of `hours` that starts at a full local hour. Null if daylight saving time
 * skips that hour.
 */
export function spanAt(date: string, hour: number, hours: number, timeZone: string): Span | null {
  const midnight = toZoned(parseDate(date), timeZone)
  const start = midnight.set({ hour, minute: 0, second: 0, millisecond: 0 })
  if (start.hour !== hour) return null
  return { startsAt: start.toDate(), endsAt: start.add({ hours }).toDate() }
}

export function todayIn(timeZone: string, now: Date): string {
  return toCalendarDate(fromDate(now, timeZone)).toString()
}

export function addDays(date: string, days: number): string {
  return parseDate(date).add({ days }).toString()
}

/** Returns the seven dates (YYYY-MM-DD) of the week that contains `date`, starting on Sunday. */
export function weekOf(date: string): string[] {
  const first = addDays(date, -new Date(date).getUTCDay())
  return Array.from({ length: 7 }, (_, days) => addDays(first, days))
}

/** Returns the last date (YYYY-MM-DD) on which a booking may start: a year after `today`. */
export function lastBookableDay(today: string): string {
  return `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`.replace('02-29', '02-28')
}

/** Returns whether `name` is an IANA time zone that this runtime supports, such as `Asia/Tokyo`. */
export function isTimeZone(name: string): boolean {
  try {
    // Rejects UTC offsets such as +09:00, which ignore daylight saving time.
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
    return /^[A-Z]/.test(timeZone) && (name.includes('/') || name === 'UTC')
  } catch {
    return false
  }
}

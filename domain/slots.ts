import {
  type CalendarDate,
  fromDate,
  parseDate,
  startOfWeek,
  toCalendarDate,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'
import {
  bookableHours,
  firstBookableHour,
  lastBookableHour,
  maximumHours,
  minimumHours,
} from './booking-hours.ts'

export { bookableHours, firstBookableHour, lastBookableHour, maximumHours, minimumHours }

/** Local times such as "9:00" and "today" always refer to the space's time zone (IANA name). */

const hourMs = 3_600_000

/** A half-open time span, `[startsAt, endsAt)`. */
export type Span = { startsAt: Date; endsAt: Date }

/** Returns whether two time spans overlap. Spans that only touch do not overlap. */
export function overlaps(a: Span, b: Span): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

export function covers(outer: Span, inner: Span): boolean {
  return outer.startsAt <= inner.startsAt && inner.endsAt <= outer.endsAt
}

/**
 * Returns the span that starts at the full `hour` of `date` (YYYY-MM-DD) in `timeZone` and lasts
 * `hours` elapsed hours. Returns null if a clock change skips that hour.
 */
export function spanAt(date: string, hour: number, hours: number, timeZone: string): Span | null {
  const start = zonedHour(parseDate(date), hour, timeZone)
  if (start.hour !== hour) return null
  const startsAt = start.toDate()
  return { startsAt, endsAt: new Date(startsAt.getTime() + hours * hourMs) }
}

/**
 * Returns the result of `spanAt` for each bookable hour of a day. Converts time zones only for the
 * first and last hour, unless clocks change between these hours.
 */
export function spansOfDay(date: string, hours: number, timeZone: string): (Span | null)[] {
  const spanFrom = (hour: number) => spanAt(date, hour, hours, timeZone)
  const first = spanFrom(firstBookableHour)
  const last = spanFrom(lastBookableHour)
  const shift = (span: Span, by: number) => ({
    startsAt: new Date(span.startsAt.getTime() + by * hourMs),
    endsAt: new Date(span.endsAt.getTime() + by * hourMs),
  })
  const sinceFirst = (hour: number) => hour - firstBookableHour
  const isSteady =
    first && last && +last.startsAt === +shift(first, sinceFirst(lastBookableHour)).startsAt
  return bookableHours.map((hour) => (isSteady ? shift(first, sinceFirst(hour)) : spanFrom(hour)))
}

function zonedHour(date: CalendarDate, hour: number, timeZone: string): ZonedDateTime {
  return toZoned(date, timeZone).set({ hour, minute: 0, second: 0, millisecond: 0 })
}

export type SlotState = 'free' | 'past' | 'taken'

export type Slot = Span & { hour: number; state: SlotState }

/**
 * Returns the slots of one day. A slot is `past` if it starts at or before `now`, and `taken` if it
 * overlaps one of the `taken` spans.
 */
export function slotsOfDay(options: {
  date: string
  hours: number
  timeZone: string
  taken: readonly Span[]
  now: Date
}): Slot[] {
  return spansOfDay(options.date, options.hours, options.timeZone).flatMap((span, index) => {
    const hour = bookableHours[index]
    if (!span || hour === undefined) return []
    const isTaken = options.taken.some((other) => overlaps(span, other))
    const state: SlotState = span.startsAt <= options.now ? 'past' : isTaken ? 'taken' : 'free'
    return [{ ...span, hour, state }]
  })
}

/** Returns today's date in `timeZone`, as YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date): string {
  return toCalendarDate(fromDate(now, timeZone)).toString()
}

/** Returns the seven dates (YYYY-MM-DD) of a week that starts on Sunday, as in en-US. */
export function weekOf(date: string): string[] {
  const first = startOfWeek(parseDate(date), 'en-US')
  return Array.from({ length: 7 }, (_, days) => first.add({ days }).toString())
}

/** Returns the time span of a day, which lasts 23 or 25 hours if clocks change on it. */
export function dayBounds(date: string, timeZone: string): Span {
  const day = parseDate(date)
  return {
    startsAt: day.toDate(timeZone),
    endsAt: day.add({ days: 1 }).toDate(timeZone),
  }
}

/** Returns the last date (YYYY-MM-DD) on which a booking may start: a year after `today`. */
export function lastBookableDay(today: string): string {
  return parseDate(today).add({ years: 1 }).toString()
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

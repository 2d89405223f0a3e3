import {
  type CalendarDate,
  fromDate,
  parseDate,
  startOfWeek,
  toCalendarDate,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'

/**
 * Slots. Every rule here is in the space's own time zone (IANA name): what "9:00", "today" and
 * "this week" mean depends on where the space stands, never on who is looking.
 */

/** A booking may start on these full hours, first and last included (spec, section 9). */
export const firstBookableHour = 9
export const lastBookableHour = 21

/** The 13 hours a booking may start at: 9, 10, … 21. */
export const bookableHours = Array.from(
  { length: lastBookableHour - firstBookableHour + 1 },
  (_, index) => firstBookableHour + index,
)

export const minimumHours = 1
export const maximumHours = 24

const hourMs = 3_600_000

/** A half-open span of time, `[startsAt, endsAt)`. */
export type Span = { startsAt: Date; endsAt: Date }

/** Spans that only touch do not overlap. */
export function overlaps(a: Span, b: Span): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

/** True when `outer` covers the whole of `inner`. */
export function covers(outer: Span, inner: Span): boolean {
  return outer.startsAt <= inner.startsAt && inner.endsAt <= outer.endsAt
}

/**
 * The span that starts at a full `hour` of `date` (YYYY-MM-DD) in `timeZone` and lasts `hours`
 * elapsed hours. Null when that hour does not exist on that day (clocks going forward).
 */
export function spanAt(date: string, hour: number, hours: number, timeZone: string): Span | null {
  const start = zonedHour(parseDate(date), hour, timeZone)
  if (start.hour !== hour) return null
  const startsAt = start.toDate()
  return { startsAt, endsAt: new Date(startsAt.getTime() + hours * hourMs) }
}

/**
 * The spans that start at the bookable hours of `date` in `timeZone`, in order; null where an hour
 * does not exist. The zone is asked about the ends of the day only, unless its clocks change between.
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
 * The slots of one day for a booking of `hours` hours, in order. A slot is `past` when it does not
 * start after `now`, `taken` when it overlaps any span of `taken`.
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

/** Today in `timeZone`, as YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date): string {
  return toCalendarDate(fromDate(now, timeZone)).toString()
}

/** The seven dates (YYYY-MM-DD) of the week that holds `date`, starting on Sunday as en-US does. */
export function weekOf(date: string): string[] {
  const first = startOfWeek(parseDate(date), 'en-US')
  return Array.from({ length: 7 }, (_, days) => first.add({ days }).toString())
}

/** The instants at which `date` begins and ends in `timeZone`; 23 or 25 hours apart at times. */
export function dayBounds(date: string, timeZone: string): Span {
  const day = parseDate(date)
  return {
    startsAt: day.toDate(timeZone),
    endsAt: day.add({ days: 1 }).toDate(timeZone),
  }
}

export type SlotProblem = 'not_whole_hours' | 'bad_duration' | 'outside_hours' | 'in_the_past'

/**
 * Why a span may not be booked in `timeZone`, or null when it may. The database checks the same
 * (`check_bookable_span`); this answers sooner and names the reason.
 */
export function problemWith(span: Span, timeZone: string, now: Date): SlotProblem | null {
  const hours = (span.endsAt.getTime() - span.startsAt.getTime()) / hourMs
  if (!(hours >= minimumHours && hours <= maximumHours)) return 'bad_duration'
  if (!Number.isInteger(hours)) return 'not_whole_hours'
  const start = fromDate(span.startsAt, timeZone)
  if (start.minute || start.second || start.millisecond) return 'not_whole_hours'
  if (start.hour < firstBookableHour || start.hour > lastBookableHour) return 'outside_hours'
  if (span.startsAt <= now) return 'in_the_past'
  return null
}

/** True for names such as `Asia/Tokyo` that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    // The runtime completes offsets such as +09:00 too; only names know about daylight saving.
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
    return /^[A-Z]/.test(timeZone) && (name.includes('/') || name === 'UTC')
  } catch {
    return false
  }
}

import {
  firstBookableHour,
  lastBookableHour,
  maximumHours,
  minimumHours,
} from '@hourspace/domain/booking-hours.ts'
import { addDays, lastBookableDay } from '@hourspace/domain/slots.ts'
import { type Slot, stateAt } from '#web/data/slots.ts'
import type { BookingRuleRows, OpeningHours } from '#web/data/space-details.ts'
import { calendarDay, dateOf, formatHour, timeOfDay, weekdayNames } from '#web/lib/times.ts'

const defaultHours: OpeningHours = {
  first_start: firstBookableHour,
  last_start: lastBookableHour,
  out_by: null,
}

/** Returns the weekday of a date (YYYY-MM-DD). Sunday is 0. */
export const weekdayOf = (date: string) => new Date(date).getUTCDay()

export function hoursOfWeekday(rules: Pick<BookingRuleRows, 'opening_hours'>, weekday: number) {
  return rules.opening_hours.find((row) => row.weekday === weekday) ?? defaultHours
}

export function hoursOn(
  rules: Pick<BookingRuleRows, 'opening_hours' | 'date_exceptions'>,
  date: string,
): OpeningHours {
  return (
    rules.date_exceptions.find((row) => row.date === date) ?? hoursOfWeekday(rules, weekdayOf(date))
  )
}

/** Returns the opening hours on exceptional dates within the next 30 days, sorted by date. */
export function soonExceptions({ date_exceptions }: BookingRuleRows, today: string) {
  const end = addDays(today, 30)
  return date_exceptions
    .filter(({ date }) => date >= today && date <= end)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/**
 * Returns the prices by weekday and hour, sorted by time. Omits a price on a closed weekday, with
 * two exceptions. One of the weekday's dates in the next 30 days is open. Or a booking that starts
 * on the day before may include the hour of the price.
 */
export function offeredPrices(rules: BookingRuleRows, today: string) {
  const opened = soonExceptions(rules, today).filter(({ first_start }) => first_start !== null)
  return rules.price_rules
    .filter(({ weekday, from_hour }) => {
      const dayBefore = hoursOfWeekday(rules, (weekday + 6) % 7)
      return (
        hoursOfWeekday(rules, weekday).first_start !== null ||
        opened.some(({ date }) => weekdayOf(date) === weekday) ||
        (dayBefore.first_start !== null && (dayBefore.out_by ?? 24) > 24 + from_hour)
      )
    })
    .toSorted((a, b) => a.weekday - b.weekday || a.from_hour - b.from_hour)
}

/** Returns the last date (YYYY-MM-DD) on which a booking may start. */
export function lastDayOf({ horizon_days }: BookingRuleRows, today: string): string {
  const [year, horizon] = [lastBookableDay(today), addDays(today, horizon_days)]
  return horizon < year ? horizon : year
}

/** Returns a number and its noun, such as '3 hours'. */
export const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const timeAhead = (hours: number) =>
  hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')

/**
 * Describes the limits of a booking's duration and of how far ahead it can be made, such as
 * 'Bookings of 2 to 8 hours, at least 1 day ahead.'. Returns '' for the defaults.
 */
export function limitsInWords(rules: BookingRuleRows): string {
  const { minimum_hours: least, maximum_hours: most, lead_hours: lead, horizon_days } = rules
  const length =
    least === most
      ? `of ${counted(least, 'hour')}`
      : most < maximumHours
        ? `of ${least} to ${counted(most, 'hour')}`
        : least > minimumHours
          ? `of at least ${counted(least, 'hour')}`
          : ''
  const ahead = [
    lead > 0 && `at least ${timeAhead(lead)}`,
    horizon_days < 365 && `at most ${counted(horizon_days, 'day')}`,
  ].filter(Boolean)
  const limits = [length, ahead.length > 0 && `${ahead.join(' and ')} ahead`].filter(Boolean)
  return limits.length > 0 ? `Bookings ${limits.join(', ')}.` : ''
}

/**
 * Returns why no start on a day is free. Returns null if a start is free. `slots` are the slots of
 * the day.
 */
export function emptyDayInWords(
  rules: BookingRuleRows,
  slots: readonly Slot[],
  { date, hours, now }: { date: string; hours: number; now: Date },
): string | null {
  if (slots.some((slot) => stateAt(slot, now) === 'free')) return null
  if (slots.length === 0) return `Closed on ${calendarDay(date).name}. Please choose another day.`
  const has = (problem: string) => slots.some((slot) => slot.problem === problem)
  const length = counted(hours, 'hour')
  if (has('slot_taken'))
    return `No ${hours}-hour slot is free on this day. Please choose another day or fewer hours.`
  if (has('ends_too_late'))
    return `A booking of ${length} would end after the space closes. Please choose fewer hours.`
  if (has('too_soon'))
    return `This space takes bookings at least ${timeAhead(rules.lead_hours)} ahead. Please choose a later day.`
  if (has('too_far_ahead'))
    return `This space takes bookings at most ${counted(rules.horizon_days, 'day')} ahead. Please choose an earlier day.`
  return 'No start times are left on this day. Please choose another day.'
}

/** Formats an hour from 0 to 48 after midnight, such as '2:00 AM (next day)' for 26. */
function formatEnd(hour: number): string {
  const time = hour % 24 ? formatHour(hour % 24) : 'midnight'
  return hour > 24 ? `${time} (next day)` : time
}

/** Formats the range of start times on a day, such as '9:00 AM – 9:00 PM', or 'Closed'. */
export function startsInWords({ first_start: first, last_start: last }: OpeningHours): string {
  if (first === null || last === null) return 'Closed'
  return first === last ? formatHour(first) : `${formatHour(first)} – ${formatHour(last)}`
}

export const endInWords = ({ out_by }: OpeningHours) => (out_by === null ? '' : formatEnd(out_by))

/** Formats the hours of a price rule, such as 'Saturday, 5:00 PM – midnight'. */
export function ruleInWords(rule: { weekday: number; from_hour: number; to_hour: number }): string {
  const isAllDay = rule.from_hour === 0 && rule.to_hour === 24
  const hours = `${formatHour(rule.from_hour)} – ${formatEnd(rule.to_hour)}`
  return isAllDay ? weekdayNames[rule.weekday]! : `${weekdayNames[rule.weekday]}, ${hours}`
}

const partOf = (hour: number) =>
  hour < 5
    ? 'night'
    : hour < 12
      ? 'morning'
      : hour < 17
        ? 'afternoon'
        : hour < 22
          ? 'evening'
          : 'night'

/**
 * Describes when each price applies, such as 'Saturday evening'. `prices` are the hourly prices
 * from `startsAt`.
 */
export function timesOfPrices(
  startsAt: Date,
  prices: readonly number[],
  timeZone: string,
): Map<number, string> {
  const times = new Map<number, Array<{ day: string; part: string }>>()
  prices.forEach((price, index) => {
    const at = new Date(startsAt.getTime() + index * 3_600_000)
    const day = weekdayNames[weekdayOf(dateOf(at, timeZone))]!
    const part = partOf(Number(timeOfDay(at, timeZone).slice(0, 2)))
    times.set(price, [...(times.get(price) ?? []), { day, part }])
  })
  return new Map(
    [...times].map(([price, hours]) => {
      const days = [...new Set(hours.map(({ day }) => day))]
      const parts = new Set(hours.map(({ part }) => part))
      const name = days.join(' and ')
      return [price, days.length === 1 && parts.size === 1 ? `${name} ${[...parts][0]}` : name]
    }),
  )
}

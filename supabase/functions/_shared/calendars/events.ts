import { isOwnCalendarUid } from '@hourspace/domain/calendar-uids.ts'
import { dayMs, hourMs, minuteMs } from '@hourspace/domain/durations.ts'
import { failure } from '#functions/_shared/errors.ts'
import {
  propertyNamed,
  readCalendars,
  textOf,
  type Component,
  type Property,
} from './components.ts'
import { occurrencesOf, type WallSpan, type WallTime } from './recurrence.ts'
import { utc, zone, zonesOf, type ToInstant } from './zones.ts'

/** An occurrence of a calendar event that blocks a space. Times are in ISO 8601. */
export type CalendarEvent = { uid: string; start_time: string; end_time: string; summary: string }

const mostEvents = 5_000
/** Time budget to parse one feed, in milliseconds. */
const mostWorkMs = 3_000
/** Milliseconds after which parsing yields to the event loop. */
const sliceMs = 20

/**
 * Returns the occurrences of an iCalendar file that block a space, from 2 days ago to 397 days (13
 * months) ahead. Times without a zone are in `timeZone`. Omits cancelled and transparent events,
 * and events that Hourspace exported. Throws feed_not_calendar, feed_too_many_events, or
 * feed_unreadable for an invalid event.
 */
export async function busyEvents(
  text: string,
  timeZone: string,
  now: Date,
  signal?: AbortSignal,
): Promise<CalendarEvent[]> {
  const horizon = { from: +now - 2 * dayMs, to: +now + 397 * dayMs }
  const events = new Map<string, CalendarEvent>()
  const startedAt = performance.now()
  let sliceEnds = startedAt + sliceMs
  for (const calendar of readCalendars(text)) {
    const zoneOf = zonesOf(calendar, horizon, zone(timeZone))
    const all = calendar.children
      .filter(({ name }) => name === 'VEVENT')
      .map((component) => readEvent(component, zoneOf))
    const overrides = Map.groupBy(
      all.filter(({ replaces }) => replaces),
      ({ uid }) => uid,
    )
    for (const event of all) {
      if (performance.now() - startedAt > mostWorkMs) throw failure('feed_too_many_events')
      if (performance.now() > sliceEnds) {
        await new Promise((resolve) => setTimeout(resolve))
        signal?.throwIfAborted()
        sliceEnds = performance.now() + sliceMs
      }
      if (!event.isBusy) continue
      const replaced = event.replaces ? [] : (overrides.get(event.uid) ?? [])
      for (const { from, to } of spansOf(event, replaced, horizon)) {
        const key = `${event.uid} ${from}`
        const known = events.get(key)
        if (to <= from || to <= horizon.from || from >= horizon.to) continue
        if (known && +new Date(known.end_time) >= to) continue
        const [start_time, end_time] = [new Date(from).toISOString(), new Date(to).toISOString()]
        events.set(key, { uid: event.uid, start_time, end_time, summary: event.summary })
        if (events.size > mostEvents) throw failure('feed_too_many_events')
      }
    }
  }
  return [...events.values()]
}

type Time = { wall: WallTime; isDate: boolean; toInstant: ToInstant }

type Event = {
  uid: string
  summary: string
  isBusy: boolean
  start: Time
  endOf: (start: WallTime) => number
  rule: Property | undefined
  extra: { start: Time; end: number | null }[]
  excluded: Time[]
  /** RECURRENCE-ID: the start of the occurrence that this event replaces. */
  replaces: Time | undefined
}

function readEvent(component: Component, zoneOf: (tzid: string | undefined) => ToInstant): Event {
  const property = (name: string) => propertyNamed(component, name)
  const summary = textOf(property('SUMMARY')).slice(0, 200) || 'Busy'
  const timeOf = (given: Property, value: string): Time => {
    const time = readTime(given, value, zoneOf)
    if (!time) throw unreadable(summary, value)
    return time
  }
  const timesOf = (name: string) =>
    component.properties
      .filter((candidate) => candidate.name === name)
      .flatMap((list) => list.value.split(',').map((value) => ({ value, list })))
  const given = property('DTSTART')
  if (!given) throw unreadable(summary)
  const start = timeOf(given, given.value)
  const replaces = property('RECURRENCE-ID')
  const uid = textOf(property('UID')).slice(0, 255) || `${summary} ${given.value}`
  const isCancelled = /^cancelled$/i.test(property('STATUS')?.value.trim() ?? '')
  const isTransparent = /^transparent$/i.test(property('TRANSP')?.value.trim() ?? '')
  return {
    uid,
    summary,
    isBusy: !isCancelled && !isTransparent && !isOwnCalendarUid(uid),
    start,
    endOf: endingOf(start, property('DTEND'), property('DURATION')?.value, timeOf),
    rule: property('RRULE'),
    extra: timesOf('RDATE').map(({ value, list }) => {
      const [from = '', to] = value.split('/')
      const start = timeOf(list, from)
      const end = to && (durationOf(to) ?? +timeOf(list, to).wall - start.wall)
      return { start, end: end ? start.toInstant(start.wall + end) : null }
    }),
    excluded: timesOf('EXDATE').map(({ value, list }) => timeOf(list, value)),
    replaces: replaces && timeOf(replaces, replaces.value),
  }
}

function endingOf(
  start: Time,
  end: Property | undefined,
  duration: string | undefined,
  timeOf: (given: Property, value: string) => Time,
): Event['endOf'] {
  if (end) {
    const { wall, toInstant } = timeOf(end, end.value)
    if (start.isDate) return (from) => start.toInstant(from + Math.max(wall - start.wall, dayMs))
    const elapsed = toInstant(wall) - start.toInstant(start.wall)
    return (from) => start.toInstant(from) + elapsed
  }
  const nominal = duration === undefined ? null : durationOf(duration)
  return (from) => start.toInstant(from + (nominal ?? (start.isDate ? dayMs : 0)))
}

function* spansOf(event: Event, overrides: readonly Event[], horizon: WallSpan) {
  const { start, rule } = event
  const excluded = [...event.excluded, ...overrides.flatMap(({ replaces }) => replaces ?? [])]
  const isDayExcluded = new Set(
    excluded.filter(({ isDate }) => isDate || start.isDate).map(({ wall }) => dayOf(wall)),
  )
  const isExcluded = new Set(excluded.map(({ wall, toInstant }) => toInstant(wall)))
  const isLeftOut = ({ wall, toInstant }: Time) =>
    isDayExcluded.has(dayOf(wall)) || isExcluded.has(toInstant(wall))

  if (!isLeftOut(start)) yield { from: start.toInstant(start.wall), to: event.endOf(start.wall) }
  if (rule && !event.replaces) {
    const lasts = event.endOf(start.wall) - start.toInstant(start.wall)
    // An occurrence that starts before the horizon can end within it. The period therefore starts
    // earlier by the event's duration. It is also extended by a day at both ends, because it is in
    // local time, whereas the horizon is in UTC.
    const longest = Math.min(Math.max(lasts, 0), 366 * dayMs)
    const period = { from: horizon.from - longest - dayMs, to: horizon.to + dayMs }
    const isAfterEnd = untilOf(rule.value, start)
    for (const wall of occurrencesOf(start.wall, rule.value, period)) {
      if (isAfterEnd(wall)) break
      if (wall !== start.wall && !isLeftOut({ ...start, wall })) {
        yield { from: start.toInstant(wall), to: event.endOf(wall) }
      }
    }
  }
  for (const { start: from, end } of event.extra) {
    if (isLeftOut(from)) continue
    const begins = from.toInstant(from.wall)
    const lasts = event.endOf(start.wall) - start.toInstant(start.wall)
    yield { from: begins, to: end ?? begins + lasts }
  }
}

/**
 * Returns a function that checks whether a local start time is after a rule's UNTIL. UNTIL is a
 * date, a local time or a UTC time.
 */
function untilOf(rule: string, start: Time): (wall: WallTime) => boolean {
  const value = /(?:^|;)UNTIL=([^;]+)/i.exec(rule)?.[1]
  const until = value && wallOf(value)
  if (!until) return () => false
  if (until.isUtc) return (wall) => start.toInstant(wall) > until.wall
  const last = until.isDate ? until.wall + dayMs - 1 : until.wall
  return (wall) => wall > last
}

const dayOf = (wall: WallTime) => Math.floor(wall / dayMs)

/** Reads a date or time of an event. Returns null if it is malformed. */
function readTime(
  property: Property,
  value: string,
  zoneOf: (tzid: string | undefined) => ToInstant,
): Time | null {
  // Outlook writes `TZID=tzone://Microsoft/Utc:…` without quotes, so the parser splits it at the
  // first colon.
  const [, rest = '', time = value] = /^(\/\/[^:]*):(.*)$/.exec(value) ?? []
  const tzid = property.parameters.get('TZID')
  const read = wallOf(time.trim())
  if (!read) return null
  const { wall, isDate, isUtc } = read
  const toInstant = isUtc ? utc : zoneOf(isDate ? undefined : rest ? `${tzid}:${rest}` : tzid)
  return { wall, isDate, toInstant }
}

function wallOf(value: string): { wall: WallTime; isDate: boolean; isUtc: boolean } | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value)
  if (!match) return null
  const [, year, month, day, hour = 0, minute = 0, second = 0, zulu] = match
  const date = [Number(year), Number(month) - 1, Number(day)] as const
  const wall = Date.UTC(...date, Number(hour), Number(minute), Number(second))
  return { wall, isDate: match[4] === undefined, isUtc: zulu !== undefined }
}

/** Returns an iCalendar duration such as P1DT2H in milliseconds, or null if it is malformed. */
function durationOf(value: string): number | null {
  const match = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(
    value.trim(),
  )
  if (!match) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part = '0') => Number(part))
  return ((weeks * 7 + days) * 24 + hours) * hourMs + minutes * minuteMs + seconds * 1000
}

function unreadable(summary: string, time = 'no start') {
  return failure('feed_unreadable', {
    message: `An event of this calendar can’t be read. Please correct or delete that event: ${summary.slice(0, 80)} (${time.slice(0, 40)})`,
  })
}

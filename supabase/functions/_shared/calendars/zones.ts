import { CalendarDateTime, toCalendarDateTime, fromAbsolute } from '@internationalized/date'
import { findIana } from 'windows-iana'
import { dayMs } from '@hourspace/domain/durations.ts'
import { isTimeZone } from '@hourspace/domain/slots.ts'
import { propertyNamed, type Component } from './components.ts'
import { occurrencesOf, type WallSpan, type WallTime } from './recurrence.ts'

/** Converts a local time to milliseconds since the epoch. */
export type ToInstant = (time: WallTime) => number

export const utc: ToInstant = (time) => time

/**
 * Returns a function that converts local times of a time zone to instants. A local time that does
 * not exist, because daylight saving time begins, is moved forward.
 */
export function zone(timeZone: string): ToInstant {
  return (time) => {
    const { year, month, day, hour, minute, second } = toCalendarDateTime(fromAbsolute(time, 'UTC'))
    return +new CalendarDateTime(year, month, day, hour, minute, second).toDate(timeZone)
  }
}

/**
 * Returns a function that takes a TZID and returns the function that converts its local times to
 * instants. A TZID can be an IANA name, an IANA name after a path such as
 * `/citadel.org/20250101_1/Europe/Berlin`, a Windows name such as `W. Europe Standard Time`, or the
 * name of a VTIMEZONE. A missing or unknown TZID gets the time zone of the space.
 */
export function zonesOf(calendar: Component, period: WallSpan, ofSpace: ToInstant) {
  const found = new Map<string, ToInstant>()
  return (tzid: string | undefined): ToInstant => {
    if (!tzid) return ofSpace
    const known = found.get(tzid)
    if (known) return known
    const name = ianaName(tzid)
    const converted = name ? zone(name) : (definedZone(calendar, tzid, period) ?? ofSpace)
    found.set(tzid, converted)
    return converted
  }
}

function ianaName(tzid: string): string | undefined {
  if (/^(utc|gmt|tzone:\/\/microsoft\/utc)$/i.test(tzid)) return 'UTC'
  const inPath = /[A-Z]\w+\/[\w+-]+(?:\/\w+)?$/.exec(tzid)?.[0]
  return [tzid, ...findIana(tzid), inPath].find((name) => name && isTimeZone(name))
}

/**
 * Returns a function that converts local times to instants by the STANDARD and DAYLIGHT rules of
 * the VTIMEZONE component `tzid`. Returns undefined if there are no such rules.
 */
function definedZone(calendar: Component, tzid: string, period: WallSpan): ToInstant | undefined {
  const definition = calendar.children.find(
    (child) => child.name === 'VTIMEZONE' && propertyNamed(child, 'TZID')?.value === tzid,
  )
  const changes = (definition?.children ?? [])
    .flatMap((part) => {
      const offset = offsetOf(propertyNamed(part, 'TZOFFSETTO')?.value)
      const start = onsetOf(propertyNamed(part, 'DTSTART')?.value)
      if (offset === null || start === null) return []
      const rule = propertyNamed(part, 'RRULE')?.value
      const dates = part.properties
        .filter(({ name }) => name === 'RDATE')
        .flatMap(({ value }) => value.split(',').map(onsetOf))
        .filter((date) => date !== null)
      // Expands the rules from a year before the import period, to find the last change of the UTC
      // offset before it.
      const yearBefore = { from: period.from - 366 * dayMs, to: period.to }
      const repeated = rule ? occurrencesOf(start, rule, yearBefore) : []
      return [start, ...dates, ...repeated].map((at) => ({ at, offset }))
    })
    .sort((a, b) => a.at - b.at)
  if (changes.length === 0) return undefined
  return (time) => time - (changes.findLast(({ at }) => at <= time) ?? changes[0])!.offset
}

function onsetOf(value = ''): WallTime | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(value)
  if (!match) return null
  const [year = 0, month = 1, ...rest] = match.slice(1).map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

/** Returns a UTC offset such as `+0100` or `-033000` in milliseconds. */
function offsetOf(value = ''): number | null {
  const match = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value.trim())
  if (!match) return null
  const [, sign, hours, minutes, seconds = 0] = match
  const total = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -total : total
}

import { parseDate } from '@internationalized/date'
import { hourMs } from '@hourspace/domain/durations.ts'
import { addDays } from '@hourspace/domain/slots.ts'
import type { CalendarEntry, CalendarSpace } from '#web/data/host-calendar.ts'
import { dateOf, formatClock, formatSpan } from '#web/lib/times.ts'

/** Returns the span of a local day. Daylight saving time can make it 23 or 25 hours long. */
function dayBounds(date: string, timeZone: string) {
  const day = parseDate(date)
  return { startsAt: day.toDate(timeZone), endsAt: day.add({ days: 1 }).toDate(timeZone) }
}

/** Returns seven dates (YYYY-MM-DD), starting with `first`. */
export const daysFrom = (first: string): string[] =>
  Array.from({ length: 7 }, (_, days) => addDays(first, days))

/** Returns the earliest of today's dates (YYYY-MM-DD) in the time zones. */
export const earliestToday = (now: Date, timeZones: readonly [string, ...string[]]): string =>
  timeZones.map((zone) => dateOf(now, zone)).reduce((one, other) => (other < one ? other : one))

/**
 * Returns the spaces that are not archived, the chosen space, and archived spaces with entries,
 * because their bookings still take place. Archived spaces are last, because "Block dates"
 * preselects the first space.
 */
export function spacesWith(
  entries: readonly CalendarEntry[],
  spaces: readonly CalendarSpace[],
  chosen: string | null,
): CalendarSpace[] {
  return spaces
    .filter(
      ({ id, archived_at }) =>
        !archived_at || id === chosen || entries.some((entry) => entry.space_id === id),
    )
    .toSorted((one, other) => Number(!!one.archived_at) - Number(!!other.archived_at))
    .map((space) => (space.archived_at ? { ...space, title: `${space.title} (archived)` } : space))
}

/** Returns the entries that overlap a local day (YYYY-MM-DD) of a space. */
export function entriesOn(
  entries: readonly CalendarEntry[],
  space: { id: string; time_zone: string },
  date: string,
): CalendarEntry[] {
  const { startsAt, endsAt } = dayBounds(date, space.time_zone)
  return entries.filter(
    (entry) =>
      entry.space_id === space.id &&
      new Date(entry.starts_at) < endsAt &&
      new Date(entry.ends_at) > startsAt,
  )
}

/** Formats an entry's part of a day: 'All day', 'Until 2:00 PM' or a time span. */
export function timeOn(entry: CalendarEntry, date: string, timeZone: string): string {
  const day = dayBounds(date, timeZone)
  const span = { startsAt: new Date(entry.starts_at), endsAt: new Date(entry.ends_at) }
  const isFromBefore = span.startsAt <= day.startsAt
  const lastsLonger = span.endsAt >= day.endsAt
  if (isFromBefore && lastsLonger) return 'All day'
  if (isFromBefore) return `Until ${formatClock(span.endsAt, timeZone)}`
  return formatSpan(span, timeZone)
}

/** Returns how many hours of a local day an entry occupies. A day can have 23 or 25 hours. */
export function hoursOn(entry: CalendarEntry, date: string, space: { time_zone: string }): number {
  const { startsAt, endsAt } = dayBounds(date, space.time_zone)
  const from = Math.max(startsAt.getTime(), Date.parse(entry.starts_at))
  const until = Math.min(endsAt.getTime(), Date.parse(entry.ends_at))
  return Math.max(0, until - from) / hourMs
}

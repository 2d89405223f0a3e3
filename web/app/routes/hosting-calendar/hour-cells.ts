import { CalendarDateTime, parseAbsolute, parseDate, toZoned } from '@internationalized/date'
import type { CalendarEntry } from '#web/data/host-calendar.ts'
import type { Slot } from '#web/data/slots.ts'
import { formatClock, formatSpan } from '#web/lib/times.ts'

/** A local hour of a day. An hour repeated by daylight saving time lasts two elapsed hours. */
export type HourCell = {
  date: string
  /** `hour` is the local hour, 0 to 23. */
  hour: number
  startsAt: Date
  endsAt: Date
  /**
   * `entries` are the calendar entries that overlap the hour. The buffer after a booking is part of
   * its entry.
   */
  entries: CalendarEntry[]
  isPast: boolean
  isOpen: boolean
  /** `price` is the decimal price that guests pay for the hour; null outside the opening hours. */
  price: number | null
}

type DayOptions = {
  entries: readonly CalendarEntry[]
  slots: readonly Slot[]
  now: Date
}

const isIn = (entry: CalendarEntry, startsAt: Date, endsAt: Date) =>
  new Date(entry.starts_at) < endsAt && new Date(entry.buffered_until ?? entry.ends_at) > startsAt

/** Returns the instant of a local hour; null if daylight saving time skips the hour. */
function instantOf(date: string, hour: number, timeZone: string): Date | null {
  const { year, month, day } = parseDate(date)
  const at = toZoned(new CalendarDateTime(year, month, day, hour), timeZone, 'earlier')
  return at.hour === hour ? at.toDate() : null
}

/** Returns the 24 local hours of a day. Hours skipped by daylight saving time are null. */
export function hourCells(
  date: string,
  space: { id: string; time_zone: string },
  { entries, slots, now }: DayOptions,
): (HourCell | null)[] {
  const starts = Array.from({ length: 24 }, (_, hour) => instantOf(date, hour, space.time_zone))
  const dayEnd = parseDate(date).add({ days: 1 }).toDate(space.time_zone)
  const own = entries.filter((entry) => entry.space_id === space.id)
  return starts.map((startsAt, hour) => {
    if (!startsAt) return null
    const endsAt = starts.slice(hour + 1).find((start) => start !== null) ?? dayEnd
    const slot = slots.find((start) => start.date === date && start.hour === hour)
    return {
      date,
      hour,
      startsAt,
      endsAt,
      entries: own.filter((entry) => isIn(entry, startsAt, endsAt)),
      isPast: endsAt <= now,
      isOpen: slot !== undefined,
      price: slot?.prices[0] ?? null,
    }
  })
}

export const kindLabels: Record<CalendarEntry['kind'], string> = {
  booking: 'Booking',
  request: 'Request',
  hold: 'On hold',
  blackout: 'Blocked',
  calendar: 'Imported',
}

/** Describes a calendar entry in one line, such as 'Booking: Liam, 2 people'. */
export function entryText({ kind, guest_name, guest_count, note }: CalendarEntry): string {
  const people = guest_count === 1 ? '1 person' : `${guest_count} people`
  const details = guest_name ? `${guest_name}, ${people}` : note
  return details ? `${kindLabels[kind]}: ${details}` : kindLabels[kind]
}

/** Describes an hour for screen readers, such as 'Tue, Nov 24, 10:00 AM – 11:00 AM: free'. */
export function cellText(cell: HourCell, timeZone: string): string {
  const time = formatSpan(cell, timeZone)
  const taken = cell.entries.map((entry) =>
    new Date(entry.ends_at) <= cell.startsAt ? 'Time between bookings' : entryText(entry),
  )
  const free = cell.isOpen ? 'free' : 'outside the opening hours'
  return `${time}: ${taken.join('; ') || (cell.isPast ? 'past' : free)}`
}

/** Returns an entry's part of a day, in hours since midnight; null if it is not on that day. */
export function drawnSpan(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  date: string,
  timeZone: string,
): { from: number; to: number } | null {
  const day = parseDate(date)
  const dayStart = day.toDate(timeZone)
  const dayEnd = day.add({ days: 1 }).toDate(timeZone)
  if (startsAt >= dayEnd || endsAt <= dayStart) return null
  const clock = (at: Date) => {
    const { hour, minute } = parseAbsolute(at.toISOString(), timeZone)
    return hour + minute / 60
  }
  return {
    from: startsAt <= dayStart ? 0 : clock(startsAt),
    to: endsAt >= dayEnd ? 24 : clock(endsAt),
  }
}

/** The hours that the host selected on one day. `from` and `to` are indexes of `hourCells`. */
export type HourSelection = { date: string; from: number; to: number }

export type SelectedHours = {
  startsAt: Date
  endsAt: Date
  entries: CalendarEntry[]
  isPast: boolean
  /**
   * `price` is the sum of the hours' prices; null if any of the hours is outside the opening hours.
   */
  price: number | null
  isBlocked: boolean
  /** `isTaken` is true if a booking, request, checkout or imported event overlaps the hours. */
  isTaken: boolean
  /** `canBlock` is true for future hours that are free or partly blocked. */
  canBlock: boolean
}

/** Returns what the selected hours contain; null if daylight saving time skips all of them. */
export function selectedHours(cells: readonly (HourCell | null)[]): SelectedHours | null {
  const hours = cells.filter((cell) => cell !== null)
  const [first] = hours
  const last = hours.at(-1)
  if (!first || !last) return null
  const entries = [...new Set(hours.flatMap((cell) => cell.entries))]
  const prices = hours.map(({ price }) => price)
  const { startsAt } = first
  const { endsAt } = last
  // Ignores the buffer after a booking, because the host may block it.
  const isTaken = entries.some(
    (entry) => entry.kind !== 'blackout' && new Date(entry.ends_at) > startsAt,
  )
  const isAllBlocked = hours.every(({ entries: taken }) =>
    taken.some(({ kind }) => kind === 'blackout'),
  )
  return {
    startsAt,
    endsAt,
    entries,
    isPast: last.isPast,
    price: prices.every((price) => price !== null)
      ? prices.reduce<number>((sum, price) => sum + (price ?? 0), 0)
      : null,
    isBlocked: entries.some(({ kind }) => kind === 'blackout'),
    isTaken,
    canBlock: !isTaken && !isAllBlocked && !last.isPast,
  }
}

export const axisLabel = (hour: number) =>
  formatClock(new Date(Date.UTC(2030, 0, 1, hour)), 'UTC').replace(':00', '')

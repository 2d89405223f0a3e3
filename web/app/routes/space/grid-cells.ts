import { parseDate } from '@internationalized/date'
import {
  bookableHours,
  covers,
  dayBounds,
  lastBookableDay,
  overlaps,
  slotsOfDay,
  type Span,
  spansOfDay,
  todayIn,
  weekOf,
} from '@hourspace/domain/slots.ts'
import type { TakenTime } from '#web/data/taken-times.ts'

export type CellState =
  'free' | 'past' | 'booked' | 'held' | 'blocked' | 'partly' | 'closed' | 'missing'

export type Cell = { date: string; hour: number; span: Span | null; state: CellState }

const stateOf = { confirmed: 'booked', held: 'held', blocked: 'blocked' } as const

type GridOptions = { timeZone: string; taken: readonly TakenTime[]; now: Date; isOpen: boolean }

/** An hour is 'booked' only if a booking covers the whole hour (spec, section 5). */
function stateAt(span: Span | null, { taken, now, isOpen }: GridOptions): CellState {
  if (!span) return 'missing'
  const covering = taken.find((time) => covers(time, span))
  if (covering) return stateOf[covering.status]
  if (span.startsAt <= now) return 'past'
  if (!isOpen) return 'closed'
  return taken.some((time) => overlaps(time, span)) ? 'partly' : 'free'
}

/** Returns the rows of the weekly grid: one row per hour, with one cell per day. */
export function cellsOfWeek(week: readonly string[], options: GridOptions): Cell[][] {
  const lastDay = lastBookableDay(todayIn(options.timeZone, options.now))
  const days = week.map((date) => spansOfDay(date, 1, options.timeZone))
  return bookableHours.map((hour, row) =>
    week.map((date, column) => {
      const span = days[column]?.[row] ?? null
      const isOpen = options.isOpen && date <= lastDay
      return { date, hour, span, state: stateAt(span, { ...options, isOpen }) }
    }),
  )
}

/** Returns the position of the first free hour, day by day; null if the week has no free hour. */
export function firstFree(cells: readonly Cell[][]): { row: number; column: number } | null {
  const days = cells[0]?.length ?? 0
  for (let column = 0; column < days; column++) {
    const row = cells.findIndex((hour) => hour[column]?.state === 'free')
    if (row !== -1) return { row, column }
  }
  return null
}

/** Accessible labels of an hour's states. */
export const stateLabels: Record<CellState, string> = {
  free: 'free',
  past: 'past',
  booked: 'booked',
  held: 'held in a checkout',
  blocked: 'blocked by the host',
  partly: 'partly taken',
  closed: 'not available',
  missing: 'skipped by daylight saving time',
}

const dayMs = 86_400_000

export function addDays(date: string, days: number): string {
  return parseDate(date).add({ days }).toString()
}

/** Returns the first day of the week that contains `date`. */
export const weekStart = (date: string): string => weekOf(date)[0]!

/**
 * Returns the time range of `weeks` weeks from `start` plus one day, because the last booking may
 * end on that day.
 */
export function weekBounds(start: string, timeZone: string, weeks = 1): Span {
  const first = dayBounds(start, timeZone)
  const last = dayBounds(addDays(start, weeks * 7 - 1), timeZone)
  return { startsAt: first.startsAt, endsAt: new Date(last.endsAt.getTime() + dayMs) }
}

/**
 * Returns the first of `days` days, starting with `date`, that has a free hour; null if none has.
 */
export function firstFreeDay(
  date: string,
  days: number,
  options: { timeZone: string; taken: readonly Span[]; now: Date },
): string | null {
  for (let ahead = 0; ahead < days; ahead++) {
    const day = addDays(date, ahead)
    const slots = slotsOfDay({ ...options, date: day, hours: 1 })
    if (slots.some(({ state }) => state === 'free')) return day
  }
  return null
}

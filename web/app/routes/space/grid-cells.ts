import { bookableHours } from '@hourspace/domain/booking-hours.ts'
import { weekOf } from '@hourspace/domain/slots.ts'
import { type Slot, stateAt } from '#web/data/slots.ts'
import type { BookingRuleRows } from '#web/data/space-details.ts'
import { hoursOn } from './booking-rules.ts'

export type CellState =
  | 'free'
  | 'short'
  | 'past'
  | 'booked'
  | 'held'
  | 'blocked'
  | 'partly'
  | 'buffer'
  | 'closed'
  | 'missing'
  | 'loading'

export type Cell = {
  date: string
  hour: number
  /** `isRepeated` is true for the second of the two equal hours when daylight saving time ends. */
  isRepeated: boolean
  /** `startsAt` is an ISO instant; null if the space offers no start in this hour. */
  startsAt: string | null
  state: CellState
  words: string
  /** `price` is decimal; null if all hours of the week have the same price. */
  price: number | null
}

type GridOptions = {
  /** `slots` belong to the displayed week; undefined while they are loading. */
  slots: readonly Slot[] | undefined
  hours: number
  rules: Pick<BookingRuleRows, 'opening_hours' | 'date_exceptions'>
  now: Date
  isOpen: boolean
}

/** Accessible labels for the states of an hour. */
const stateLabels: Record<CellState, string> = {
  free: 'free',
  short: 'too short',
  past: 'past',
  booked: 'booked',
  held: 'on hold for another guest',
  blocked: 'blocked by the host',
  partly: 'partly taken',
  buffer: 'break between bookings',
  closed: 'closed',
  missing: 'does not exist on this day',
  loading: 'loading',
}

/** An hour is 'booked' only if a booking covers the whole hour. */
function stateOf(slot: Slot, { now, isOpen, hours }: GridOptions): [CellState, string?] {
  if (slot.takenBy && slot.takenBy !== 'buffer') return [slot.takenBy]
  const state = stateAt(slot, now)
  if (state === 'past') return ['past']
  if (!isOpen) return ['closed', 'not available']
  if (slot.takenBy) return ['buffer']
  if (state === 'free') return ['free']
  const length = `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  if (state === 'taken') return ['short', `too short for ${length}`]
  if (slot.problem === 'ends_too_late') return ['short', `too late for ${length}`]
  if (slot.problem === 'too_soon') return ['closed', 'too soon to book']
  if (slot.problem === 'too_far_ahead') return ['closed', 'too far ahead to book']
  return ['closed', 'not available']
}

/** Returns the rows of the weekly grid. An hour repeated by daylight saving time has two rows. */
export function cellsOfWeek(week: readonly string[], options: GridOptions): Cell[][] {
  const { slots, rules } = options
  const openings = new Map(week.map((date) => [date, hoursOn(rules, date)]))
  const ends = slots?.length
    ? slots.map(({ hour }) => hour)
    : [...openings.values()].flatMap(({ first_start: first, last_start: last }) =>
        first === null || last === null ? [] : [first, last],
      )
  const [first, last] = ends.length
    ? [Math.min(...ends), Math.max(...ends)]
    : [bookableHours[0]!, bookableHours.at(-1)!]
  const hasPrices = new Set(slots?.map(({ prices }) => prices[0])).size > 1

  const cellAt = (date: string, hour: number, repetition: number): Cell => {
    const here = slots?.filter((slot) => slot.date === date && slot.hour === hour)
    const slot = here?.[repetition]
    const cell = { date, hour, isRepeated: repetition > 0, startsAt: slot?.startsAt ?? null }
    if (slot) {
      const [state, words = stateLabels[state]] = stateOf(slot, options)
      const price = hasPrices && (state === 'free' || state === 'short') ? slot.prices[0] : null
      return { ...cell, state, words, price: price ?? null }
    }
    const { first_start, last_start } = openings.get(date)!
    const isOffered = first_start !== null && first_start <= hour && hour <= last_start!
    const state = !isOffered ? 'closed' : slots ? 'missing' : 'loading'
    return { ...cell, state, words: stateLabels[state], price: null }
  }

  return Array.from({ length: last - first + 1 }, (_, row) => first + row).flatMap((hour) => {
    const counts = week.map(
      (date) => slots?.filter((slot) => slot.date === date && slot.hour === hour).length ?? 0,
    )
    return Array.from({ length: Math.max(1, ...counts) }, (_, repetition) =>
      week.map((date) => cellAt(date, hour, repetition)),
    )
  })
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

export const weekStart = (date: string): string => weekOf(date)[0]!

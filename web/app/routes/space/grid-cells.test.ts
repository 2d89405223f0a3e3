import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bookableHours } from '@hourspace/domain/booking-hours.ts'
import { weekOf } from '@hourspace/domain/slots.ts'
import type { Slot } from '#web/data/slots.ts'
import { cellsOfWeek, firstFree, weekStart } from './grid-cells.ts'
import { defaultRules } from './test-rules.ts'
import { LastDayNote } from './week-bar.tsx'

const date = '2026-11-23'
const slot = (hour: number, values: Partial<Slot> = {}): Slot => ({
  date,
  hour,
  startsAt: `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`,
  state: 'free',
  problem: null,
  takenBy: null,
  prices: [46],
  ...values,
})
const day = (changes: Record<number, Partial<Slot>> = {}) =>
  bookableHours.map((hour) => slot(hour, changes[hour]))

const base = {
  now: new Date('2026-11-20T12:00:00Z'),
  isOpen: true,
  hours: 1,
  slots: day(),
  rules: defaultRules,
}

const cellAt = (hour: number, options: Partial<typeof base>) =>
  cellsOfWeek([date], { ...base, ...options })
    .flat()
    .find((cell) => cell.hour === hour)!
const stateAt = (hour: number, options: Partial<typeof base>) => cellAt(hour, options).state

test.each(['booked', 'held', 'blocked', 'partly', 'buffer'] as const)(
  'the weekly grid shows an hour whose takenBy is "%s" in the state of the same name',
  (takenBy) => {
    const slots = day({ 10: { state: 'taken', problem: 'slot_taken', takenBy } })
    const states = [9, 10, 11].map((hour) => stateAt(hour, { slots }))
    expect(states).toEqual(['free', takenBy, 'free'])
  },
)

test('the weekly grid shows a free hour as too short or too late if the selected duration does not fit', () => {
  const slots = day({
    10: { state: 'taken', problem: 'slot_taken' },
    21: { state: 'closed', problem: 'ends_too_late' },
  })
  expect(cellAt(10, { slots, hours: 3 })).toMatchObject({
    state: 'short',
    words: 'too short for 3 hours',
  })
  expect(cellAt(21, { slots, hours: 3 })).toMatchObject({
    state: 'short',
    words: 'too late for 3 hours',
  })
})

test('the weekly grid shows a started hour as past unless the hour is booked', () => {
  const now = new Date('2026-11-23T10:00:00Z')
  expect(stateAt(10, { now })).toBe('past')
  const slots = day({ 10: { state: 'past', problem: 'in_the_past', takenBy: 'booked' } })
  expect(stateAt(10, { now, slots })).toBe('booked')
})

test('the weekly grid shows a future hour as unavailable while the space is closed', () => {
  expect(cellAt(10, { isOpen: false })).toMatchObject({ state: 'closed', words: 'not available' })
})

test('the weekly grid labels hours within the lead time "too soon to book" and hours beyond the booking horizon "too far ahead to book"', () => {
  const slots = day({
    9: { state: 'closed', problem: 'too_soon' },
    10: { state: 'closed', problem: 'too_far_ahead' },
  })
  expect(cellAt(9, { slots }).words).toBe('too soon to book')
  expect(cellAt(10, { slots }).words).toBe('too far ahead to book')
})

test('the weekly grid has 13 rows and seven columns by default, even while slots are loading', () => {
  for (const slots of [base.slots, undefined]) {
    const cells = cellsOfWeek(weekOf(date), { ...base, slots })
    expect(cells).toHaveLength(13)
    expect(cells[0]).toHaveLength(7)
    expect(cells.map((row) => row[0]?.hour)).toEqual(bookableHours)
  }
})

test('the rows of the weekly grid range from the earliest to the latest start hour of the week', () => {
  const week = ['2026-11-22', date]
  const rules = {
    ...defaultRules,
    opening_hours: [{ weekday: 0, first_start: null, last_start: null, out_by: null }],
  }
  const slots = [slot(6), slot(7), slot(8)]
  const cells = cellsOfWeek(week, { ...base, slots, rules })
  expect(cells.map((row) => row[0]?.hour)).toEqual([6, 7, 8])
  expect(cells[0]?.map(({ state }) => state)).toEqual(['closed', 'free'])
})

test('the weekly grid has two rows for an hour that daylight saving time repeats, and shows a skipped hour as missing', () => {
  const repeated = [slot(9), slot(10), slot(10, { startsAt: '2026-11-23T10:59:00.000Z' })]
  const cells = cellsOfWeek([date], { ...base, slots: repeated })
  expect(cells.map(([cell]) => [cell?.hour, cell?.isRepeated, cell?.startsAt])).toEqual([
    [9, false, '2026-11-23T09:00:00.000Z'],
    [10, false, '2026-11-23T10:00:00.000Z'],
    [10, true, '2026-11-23T10:59:00.000Z'],
  ])
  expect(stateAt(10, { slots: [slot(9), slot(11)] })).toBe('missing')
})

test('the weekly grid shows prices only in a week whose prices differ', () => {
  expect(cellAt(18, {}).price).toBeNull()
  const slots = day({ 18: { prices: [60] } })
  expect([cellAt(17, { slots }).price, cellAt(18, { slots }).price]).toEqual([46, 60])
})

test("the weekly grid's initial tab stop is its first free hour", () => {
  const week = ['2026-11-22', date]
  const slots = day({ 9: { state: 'past', problem: 'in_the_past' } })
  expect(firstFree(cellsOfWeek(week, { ...base, slots }))).toEqual({ row: 1, column: 1 })
  expect(firstFree(cellsOfWeek(week, { ...base, isOpen: false }))).toBeNull()
})

test('weekStart returns the Sunday of a week', () => {
  expect(weekStart('2026-11-21')).toBe('2026-11-15')
  expect(weekStart('2026-11-22')).toBe('2026-11-22')
})

const week = weekOf('2026-11-15')
const onNextWeek = () => {}

test.each([
  ['2026-11-21', true],
  ['2026-11-20', false],
  ['2026-11-14', false],
])('on %s the grid of November 15 to 21 shows the note about next week: %s', (today, isOffered) => {
  const html = renderToStaticMarkup(createElement(LastDayNote, { week, today, onNextWeek }))
  expect(html.includes('Show next week')).toBe(isOffered)
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { spanAt, weekOf } from '@hourspace/domain/slots.ts'
import type { TakenTime } from '#web/data/taken-times.ts'
import { cellsOfWeek, firstFree, firstFreeDay, weekBounds, weekStart } from './grid-cells.ts'
import { LastDayNote } from './week-bar.tsx'

const timeZone = 'America/New_York'
const date = '2026-11-23'
const base = { timeZone, now: new Date('2026-11-20T12:00:00Z'), isOpen: true, taken: [] }

const stateAt = (hour: number, options: Parameters<typeof cellsOfWeek>[1]) =>
  cellsOfWeek([date], options)
    .flat()
    .find((cell) => cell.hour === hour)?.state

const taken = (hour: number, hours: number, status: TakenTime['status'] = 'confirmed') => ({
  ...spanAt(date, hour, hours, timeZone)!,
  status,
})

test('a grid hour is booked if a booking covers the whole hour', () => {
  const options = { ...base, taken: [taken(10, 2)] }
  const states = [9, 10, 11, 12].map((hour) => stateAt(hour, options))
  expect(states).toEqual(['free', 'booked', 'booked', 'free'])
})

test('a grid hour is partly taken if half of it is taken', () => {
  const whole = taken(10, 1, 'blocked')
  const half = { ...whole, endsAt: new Date(whole.startsAt.getTime() + 1_800_000) }
  expect(stateAt(10, { ...base, taken: [half] })).toBe('partly')
})

test('a grid hour that has already started is past unless it is booked', () => {
  const now = spanAt(date, 10, 1, timeZone)!.startsAt
  expect(stateAt(10, { ...base, now })).toBe('past')
  expect(stateAt(10, { ...base, now, taken: [taken(10, 1)] })).toBe('booked')
})

test('every future grid hour is unavailable while the space is closed', () => {
  expect(stateAt(10, { ...base, isOpen: false })).toBe('closed')
})

test('the weekly grid has 13 rows and seven columns', () => {
  const cells = cellsOfWeek(['2026-11-22', date], base)
  expect(cells).toHaveLength(13)
  expect(cells[0]?.map((cell) => [cell.date, cell.hour])).toEqual([
    ['2026-11-22', 9],
    [date, 9],
  ])
})

test("the weekly grid's initial tab stop is its first free hour", () => {
  const week = ['2026-11-22', '2026-11-23']
  const now = new Date('2026-11-23T15:30:00Z') // 10:30 AM in New York.
  const cells = cellsOfWeek(week, { ...base, now, taken: [taken(11, 1)] })
  expect(firstFree(cells)).toEqual({ row: 3, column: 1 })
  expect(firstFree(cellsOfWeek(week, { ...base, isOpen: false }))).toBeNull()
})

test('a week starts on Sunday', () => {
  expect(weekStart('2026-11-21')).toBe('2026-11-15')
  expect(weekStart('2026-11-22')).toBe('2026-11-22')
})

test("the range of taken times covers a week and the following day in the space's time zone", () => {
  const { startsAt, endsAt } = weekBounds('2026-11-15', 'Asia/Tokyo')
  expect(startsAt.toISOString()).toBe('2026-11-14T15:00:00.000Z')
  expect(endsAt.toISOString()).toBe('2026-11-22T15:00:00.000Z')
})

test('firstFreeDay skips full days and past hours', () => {
  const timeZone = 'Asia/Tokyo'
  const now = new Date('2026-11-21T13:00:00Z') // 10 PM in Tokyo.
  const tomorrow = { ...spanAt('2026-11-22', 9, 13, timeZone)! }
  expect(firstFreeDay('2026-11-21', 7, { timeZone, now, taken: [] })).toBe('2026-11-22')
  expect(firstFreeDay('2026-11-21', 7, { timeZone, now, taken: [tomorrow] })).toBe('2026-11-23')
  expect(firstFreeDay('2026-11-21', 2, { timeZone, now, taken: [tomorrow] })).toBeNull()
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

test('hours more than a year ahead are closed for booking in the weekly grid', () => {
  const week = ['2027-11-21', '2027-11-22']
  const cells = cellsOfWeek(week, { ...base, now: new Date('2026-11-21T12:00:00Z') })
  expect(cells[0]?.map(({ state }) => state)).toEqual(['free', 'closed'])
})

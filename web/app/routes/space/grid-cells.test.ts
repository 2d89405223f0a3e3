import { expect, test } from 'vitest'
import type { TakenTime } from '#web/data/taken-times.ts'
import { spanAt } from '@hourspace/domain/slots.ts'
import { cellsOfWeek, firstFree } from './grid-cells.ts'

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

test('an hour is booked when a booking covers all of it', () => {
  const options = { ...base, taken: [taken(10, 2)] }
  const states = [9, 10, 11, 12].map((hour) => stateAt(hour, options))
  expect(states).toEqual(['free', 'booked', 'booked', 'free'])
})

test('half an hour taken makes the hour partly taken', () => {
  const whole = taken(10, 1, 'blocked')
  const half = { ...whole, endsAt: new Date(whole.startsAt.getTime() + 1_800_000) }
  expect(stateAt(10, { ...base, taken: [half] })).toBe('partly')
})

test('an hour that has begun is past, and what was booked stays booked', () => {
  const now = spanAt(date, 10, 1, timeZone)!.startsAt
  expect(stateAt(10, { ...base, now })).toBe('past')
  expect(stateAt(10, { ...base, now, taken: [taken(10, 1)] })).toBe('booked')
})

test('while the space is closed every coming hour is', () => {
  expect(stateAt(10, { ...base, isOpen: false })).toBe('closed')
})

test('a week has 13 hours of seven days', () => {
  const cells = cellsOfWeek(['2026-11-22', date], base)
  expect(cells).toHaveLength(13)
  expect(cells[0]?.map((cell) => [cell.date, cell.hour])).toEqual([
    ['2026-11-22', 9],
    [date, 9],
  ])
})

test('the grid is entered at its first free hour', () => {
  const week = ['2026-11-22', '2026-11-23']
  const now = new Date('2026-11-23T15:30:00Z') // 10:30 in the morning in New York
  const cells = cellsOfWeek(week, { ...base, now, taken: [taken(11, 1)] })
  expect(firstFree(cells)).toEqual({ row: 3, column: 1 })
  expect(firstFree(cellsOfWeek(week, { ...base, isOpen: false }))).toBeNull()
})

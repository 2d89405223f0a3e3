import { expect, test } from 'vitest'
import { spanAt } from '@hourspace/domain/slots.ts'
import { firstFreeDay, weekBounds, weekStart } from './weeks.ts'

test('a week begins on Sunday', () => {
  expect(weekStart('2026-11-21')).toBe('2026-11-15')
  expect(weekStart('2026-11-22')).toBe('2026-11-22')
})

test('a week is known with the day after it, in the time of the space', () => {
  const { startsAt, endsAt } = weekBounds('2026-11-15', 'Asia/Tokyo')
  expect(startsAt.toISOString()).toBe('2026-11-14T15:00:00.000Z')
  expect(endsAt.toISOString()).toBe('2026-11-22T15:00:00.000Z')
})

test('the first free day passes over full days and hours that are gone', () => {
  const timeZone = 'Asia/Tokyo'
  const now = new Date('2026-11-21T13:00:00Z') // 10 in the evening in Tokyo
  const tomorrow = { ...spanAt('2026-11-22', 9, 13, timeZone)! }
  expect(firstFreeDay('2026-11-21', 7, { timeZone, now, taken: [] })).toBe('2026-11-22')
  expect(firstFreeDay('2026-11-21', 7, { timeZone, now, taken: [tomorrow] })).toBe('2026-11-23')
  expect(firstFreeDay('2026-11-21', 2, { timeZone, now, taken: [tomorrow] })).toBeNull()
})

import { expect, test } from 'vitest'
import type { CalendarEntry } from '#web/data/host-calendar.ts'
import { daySummary, monthDays } from './month.tsx'

test.each([
  ['2026-11-23', '2026-11-01', '2026-12-05', 35],
  ['2026-02-10', '2026-02-01', '2026-02-28', 28],
  ['2026-08-15', '2026-07-26', '2026-09-05', 42],
])('the month view of %s ranges from %s to %s', (date, first, last, length) => {
  const days = monthDays(date)
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, length])
})

test('daySummary counts the booked hours of a day in all spaces, and the blocked spaces', () => {
  const entry = (space_id: string, kind: CalendarEntry['kind'], from: string, until: string) =>
    ({ space_id, kind, starts_at: from, ends_at: until }) as CalendarEntry
  const entries = [
    entry('loft', 'booking', '2030-01-10T22:00Z', '2030-01-11T02:00Z'),
    entry('hall', 'booking', '2030-01-10T10:00Z', '2030-01-10T13:00Z'),
    entry('hall', 'blackout', '2030-01-10T15:00Z', '2030-01-10T16:00Z'),
  ]
  const spaces = ['loft', 'hall'].map((id) => ({ id, title: id, time_zone: 'UTC' }))
  expect(daySummary(entries, spaces, '2030-01-10')).toMatchObject({
    booked: '5 h booked',
    blocked: '1 blocked',
    requests: null,
  })
  expect(daySummary(entries, spaces, '2030-01-11')).toMatchObject({ booked: '2 h booked' })
})

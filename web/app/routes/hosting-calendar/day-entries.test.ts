import { expect, test } from 'vitest'
import type { CalendarEntry } from '#web/data/host-calendar.ts'
import { daysFrom, earliestToday, entriesOn, spacesWith, timeOn } from './day-entries.ts'

const space = { id: 'loft', location: 'Tokyo', time_zone: 'Asia/Tokyo' }

const entry = (starts_at: string, ends_at: string): CalendarEntry => ({
  id: null,
  space_id: 'loft',
  kind: 'blackout',
  starts_at,
  ends_at,
  buffered_until: null,
  note: '',
  series_id: null,
  booking_id: null,
  guest_name: null,
  guest_count: null,
  currency: null,
  host_share_amount: null,
})

test('daysFrom returns seven days across the end of a week and of a month', () => {
  const days = daysFrom('2026-11-28')
  expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-28', '2026-12-04'])
})

test('earliestToday returns the earliest of the current dates in the given time zones', () => {
  const now = new Date('2026-11-28T06:00Z')
  expect(earliestToday(now, ['America/New_York'])).toBe('2026-11-28')
  expect(earliestToday(now, ['America/New_York', 'America/Los_Angeles', 'Asia/Dubai'])).toBe(
    '2026-11-27',
  )
})

test('spacesWith keeps an archived space only if it is chosen or has a booking or another entry', () => {
  const loft = { ...space, title: 'Loft', currency: 'JPY' as const, archived_at: null }
  const archived = { ...loft, archived_at: '2030-01-01T00:00Z' }
  const night = entry('2030-01-10T10:00Z', '2030-01-10T15:00Z')
  expect(spacesWith([], [loft], null)).toEqual([loft])
  expect(spacesWith([], [archived], null)).toEqual([])
  for (const found of [spacesWith([night], [archived], null), spacesWith([], [archived], 'loft')])
    expect(found).toMatchObject([{ title: 'Loft (archived)' }])
})

test('spacesWith returns archived spaces after the others', () => {
  const attic = { ...space, id: 'attic', title: 'Attic', currency: 'JPY' as const }
  const spaces = [
    { ...attic, archived_at: '2030-01-01T00:00Z' },
    { ...attic, id: 'barn', title: 'Barn', archived_at: null },
    { ...attic, id: 'cave', title: 'Cave', archived_at: null },
  ]
  const titles = spacesWith([], spaces, 'attic').map(({ title }) => title)
  expect(titles).toEqual(['Barn', 'Cave', 'Attic (archived)'])
})

test('entriesOn lists an entry that ends at local midnight only on the day before', () => {
  const night = entry('2030-01-10T10:00Z', '2030-01-10T15:00Z')
  expect(entriesOn([night], space, '2030-01-10')).toEqual([night])
  expect(entriesOn([night], space, '2030-01-11')).toEqual([])
  expect(entriesOn([night], { ...space, id: 'other' }, '2030-01-10')).toEqual([])
})

test('timeOn returns "All day" for a middle day of a block and "Until" with the end time for its last day', () => {
  const block = entry('2030-01-09T15:00Z', '2030-01-11T03:00Z')
  expect(timeOn(block, '2030-01-10', space.time_zone)).toBe('All day')
  expect(timeOn(block, '2030-01-11', space.time_zone)).toBe('Until 12:00 PM')
})

import { expect, test } from 'vitest'
import { requestedTime } from './requested-time.ts'

const limits = {
  today: '2026-11-22',
  lastDay: '2027-11-22',
  minimumHours: 1,
  maximumHours: 24,
}

test("requestedTime reads a date, a start and a duration from a URL's query", () => {
  const query = '?date=2026-12-05&from=14:00&hours=3&guests=12'
  expect(requestedTime(query, limits)).toEqual({ date: '2026-12-05', hour: 14, hours: 3 })
})

test.each(['', '?date=2026-11-21', '?date=2026-02-30', '?date=soon', '?date=2030-01-01'])(
  'requestedTime returns null for the query "%s"',
  (query) => expect(requestedTime(query, limits)).toBeNull(),
)

test('requestedTime returns a duration without a date only if the space can be booked for that long', () => {
  expect(requestedTime('?hours=3&guests=8', limits)).toEqual({ date: null, hour: null, hours: 3 })
  expect(requestedTime('?hours=25', limits)).toBeNull()
})

test.each([
  ['?date=2026-12-05', { hour: null, hours: 1 }],
  ['?date=2026-12-05&from=24:00&hours=2', { hour: null, hours: 2 }],
  ['?date=2026-12-05&from=14:30', { hour: null, hours: 1 }],
  ['?date=2026-12-05&from=14:00&hours=25', { hour: 14, hours: 1 }],
])('requestedTime keeps only the bookable parts of the query "%s"', (query, expected) =>
  expect(requestedTime(query, limits)).toMatchObject(expected),
)

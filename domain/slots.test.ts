import { describe, expect, test } from 'vitest'
import { bookableHours } from './booking-hours.ts'
import { hoursBetween } from './durations.ts'
import { addDays, isTimeZone, lastBookableDay, overlaps, spanAt, todayIn, weekOf } from './slots.ts'

const instant = (iso: string) => new Date(iso)
const hoursLong = (span: { startsAt: Date; endsAt: Date }) =>
  hoursBetween(span.startsAt, span.endsAt)

test('bookableHours contains the thirteen full hours from 9:00 to 21:00', () => {
  expect(bookableHours).toHaveLength(13)
  expect([bookableHours.at(0), bookableHours.at(-1)]).toEqual([9, 21])
})

test("spanAt interprets the date and hour in the space's time zone", () => {
  expect(spanAt('2026-12-01', 10, 3, 'Asia/Tokyo')).toEqual({
    startsAt: instant('2026-12-01T01:00:00Z'),
    endsAt: instant('2026-12-01T04:00:00Z'),
  })
  expect(spanAt('2026-12-01', 10, 1, 'Asia/Kolkata')?.startsAt).toEqual(
    instant('2026-12-01T04:30:00Z'),
  )
})

describe('days on which daylight saving time begins or ends', () => {
  test('spanAt starts at 9 AM local time on the day on which daylight saving time begins and on the day before', () => {
    expect(spanAt('2026-03-07', 9, 1, 'America/New_York')?.startsAt).toEqual(
      instant('2026-03-07T14:00:00Z'),
    )
    expect(spanAt('2026-03-08', 9, 1, 'America/New_York')?.startsAt).toEqual(
      instant('2026-03-08T13:00:00Z'),
    )
  })

  test('spanAt returns a span of the given number of elapsed hours when daylight saving time ends', () => {
    const overnight = spanAt('2026-10-31', 21, 12, 'America/New_York')
    expect(overnight && hoursLong(overnight)).toBe(12)
    expect(overnight?.endsAt).toEqual(instant('2026-11-01T13:00:00Z'))
  })

  test('spanAt returns null for an hour that daylight saving time skips', () => {
    expect(spanAt('2026-03-08', 2, 1, 'America/New_York')).toBeNull()
  })
})

test('overlaps returns false for two time spans that only touch', () => {
  const span = (from: string, to: string) => ({ startsAt: instant(from), endsAt: instant(to) })
  const morning = span('2026-12-01T09:00Z', '2026-12-01T12:00Z')
  expect(overlaps(morning, span('2026-12-01T12:00Z', '2026-12-01T13:00Z'))).toBe(false)
  expect(overlaps(morning, span('2026-12-01T11:59Z', '2026-12-01T13:00Z'))).toBe(true)
})

test("todayIn returns the date in the space's time zone", () => {
  const now = instant('2026-12-01T16:00:00Z')
  expect(todayIn('Asia/Tokyo', now)).toBe('2026-12-02')
  expect(todayIn('America/Los_Angeles', now)).toBe('2026-12-01')
})

test('weekOf returns the seven dates from Sunday to Saturday', () => {
  expect(weekOf('2026-11-21')).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ])
})

test('isTimeZone accepts only IANA time zone names', () => {
  expect(isTimeZone('Asia/Tokyo')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})

test('addDays counts calendar days across the end of a month and of daylight saving time', () => {
  expect(addDays('2026-10-31', 2)).toBe('2026-11-02')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('lastBookableDay returns the same date of the next year, or February 28 for February 29', () => {
  expect(lastBookableDay('2026-11-21')).toBe('2027-11-21')
  expect(lastBookableDay('2028-02-29')).toBe('2029-02-28')
})

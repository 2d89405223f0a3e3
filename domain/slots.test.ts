import { describe, expect, test } from 'vitest'
import {
  bookableHours,
  dayBounds,
  isTimeZone,
  overlaps,
  slotsOfDay,
  spanAt,
  spansOfDay,
  todayIn,
  weekOf,
} from './slots.ts'

const instant = (iso: string) => new Date(iso)
const hoursLong = (span: { startsAt: Date; endsAt: Date }) =>
  (span.endsAt.getTime() - span.startsAt.getTime()) / 3_600_000

test('bookableHours contains the thirteen hours from 9 to 21', () => {
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

describe('days on which clocks change', () => {
  test('dayBounds returns a span of 23 or 25 hours for days on which clocks change', () => {
    expect(hoursLong(dayBounds('2026-03-08', 'America/New_York'))).toBe(23)
    expect(hoursLong(dayBounds('2026-11-01', 'America/New_York'))).toBe(25)
    expect(hoursLong(dayBounds('2026-11-02', 'America/New_York'))).toBe(24)
  })

  test('spanAt starts at 9 AM local time on the day before a clock change and on the day of the change', () => {
    expect(spanAt('2026-03-07', 9, 1, 'America/New_York')?.startsAt).toEqual(
      instant('2026-03-07T14:00:00Z'),
    )
    expect(spanAt('2026-03-08', 9, 1, 'America/New_York')?.startsAt).toEqual(
      instant('2026-03-08T13:00:00Z'),
    )
  })

  test('spanAt returns a span of the given number of elapsed hours across a clock change', () => {
    const overnight = spanAt('2026-10-31', 21, 12, 'America/New_York')
    expect(overnight && hoursLong(overnight)).toBe(12)
    expect(overnight?.endsAt).toEqual(instant('2026-11-01T13:00:00Z'))
  })

  test('spanAt returns null for an hour skipped by a clock change', () => {
    expect(spanAt('2026-03-08', 2, 1, 'America/New_York')).toBeNull()
  })
})

test.each([
  'America/New_York',
  'Asia/Kolkata',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Australia/Lord_Howe',
])('spansOfDay and spanAt return the same spans for every bookable hour of 2011 in %s', (zone) => {
  for (let days = 0; days < 366; days++) {
    // Uses the year 2011, in which the time zone Pacific/Apia (Samoa) skipped December 30.
    const date = new Date(Date.UTC(2011, 0, 1 + days)).toISOString().slice(0, 10)
    const oneByOne = bookableHours.map((hour) => spanAt(date, hour, 2, zone))
    expect(spansOfDay(date, 2, zone)).toEqual(oneByOne)
  }
})

describe('slots of a day', () => {
  const day = (now: string, taken: [string, string][] = [], hours = 1) =>
    slotsOfDay({
      date: '2026-12-01',
      hours,
      timeZone: 'Asia/Tokyo',
      taken: taken.map(([startsAt, endsAt]) => ({
        startsAt: instant(startsAt),
        endsAt: instant(endsAt),
      })),
      now: instant(now),
    })
  const stateAt = (slots: ReturnType<typeof day>, hour: number) =>
    slots.find((slot) => slot.hour === hour)?.state

  test('slotsOfDay marks every slot of a future day without bookings as free', () => {
    expect(day('2026-11-30T00:00:00Z').every(({ state }) => state === 'free')).toBe(true)
  })

  test('slotsOfDay marks a slot as past if it starts exactly now', () => {
    const slots = day('2026-12-01T01:00:00Z') // 10:00 in Tokyo
    expect(stateAt(slots, 10)).toBe('past')
    expect(stateAt(slots, 11)).toBe('free')
  })

  test('slotsOfDay marks a slot as taken if and only if it overlaps a booking', () => {
    const slots = day(
      '2026-11-30T00:00:00Z',
      [['2026-12-01T03:00:00Z', '2026-12-01T05:00:00Z']], // 12:00 to 14:00 in Tokyo
      3,
    )
    expect(slots.filter(({ state }) => state === 'taken').map(({ hour }) => hour)).toEqual([
      10, 11, 12, 13,
    ])
  })
})

test('overlaps returns false for two spans that only touch', () => {
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

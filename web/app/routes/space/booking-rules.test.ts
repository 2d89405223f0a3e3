import { expect, test } from 'vitest'
import type { Quote } from '@hourspace/domain/fees.ts'
import type { Slot } from '#web/data/slots.ts'
import type { BookingRuleRows, SpaceDetails } from '#web/data/space-details.ts'
import { continueLabel } from './booking-form.tsx'
import {
  emptyDayInWords,
  endInWords,
  lastDayOf,
  limitsInWords,
  offeredPrices,
  ruleInWords,
  timesOfPrices,
} from './booking-rules.ts'
import { hourlyPrices, quoteOf } from './quote-of.ts'
import { defaultRules } from './test-rules.ts'

test.each([
  [{}, ''],
  [
    { minimum_hours: 2, maximum_hours: 8, lead_hours: 24 },
    'Bookings of 2 to 8 hours, at least 1 day ahead.',
  ],
  [{ minimum_hours: 3 }, 'Bookings of at least 3 hours.'],
  [{ minimum_hours: 4, maximum_hours: 4 }, 'Bookings of 4 hours.'],
  [{ lead_hours: 6, horizon_days: 60 }, 'Bookings at least 6 hours and at most 60 days ahead.'],
])('the booking limits %o of a space are described as "%s"', (rules, words) => {
  expect(limitsInWords({ ...defaultRules, ...rules })).toBe(words)
})

test("lastDayOf returns the last day of the space's booking horizon, at most a year ahead", () => {
  expect(lastDayOf(defaultRules, '2026-11-22')).toBe('2027-11-22')
  expect(lastDayOf({ ...defaultRules, horizon_days: 30 }, '2026-11-22')).toBe('2026-12-22')
})

const closed = { first_start: null, last_start: null, out_by: null }
const openDay = { first_start: 9, last_start: 21, out_by: null }

test.each<[string, Partial<BookingRuleRows>, number[]]>([
  ['are omitted', {}, []],
  [
    'are returned while a date in the next 30 days is open',
    { date_exceptions: [{ date: '2026-12-06', ...openDay }] },
    [0, 9],
  ],
  [
    'are returned for hours that a booking of the day before may reach',
    { opening_hours: [{ weekday: 6, ...openDay, out_by: 26 }] },
    [0],
  ],
])('the prices of a closed Sunday %s', (_, changes, hours) => {
  const rules = {
    ...defaultRules,
    price_rules: [9, 0].map((from_hour) => ({ weekday: 0, from_hour, to_hour: 24, price: 60 })),
    ...changes,
    opening_hours: [{ weekday: 0, ...closed }, ...(changes.opening_hours ?? [])],
  }
  expect(offeredPrices(rules, '2026-11-28').map(({ from_hour }) => from_hour)).toEqual(hours)
})

test('offeredPrices returns the prices of open weekdays in the order of the week', () => {
  const price_rules = [6, 1].map((weekday) => ({ weekday, from_hour: 0, to_hour: 24, price: 60 }))
  const shown = offeredPrices({ ...defaultRules, price_rules }, '2026-11-28')
  expect(shown.map(({ weekday }) => weekday)).toEqual([1, 6])
})

const date = '2026-11-28'
const slot = (problem: string | null): Slot => ({
  date,
  hour: 10,
  startsAt: '2026-11-28T10:00:00.000Z',
  state: problem === 'slot_taken' ? 'taken' : problem ? 'closed' : 'free',
  problem,
  takenBy: null,
  prices: [40],
})

test.each([
  [[null, 'slot_taken'], 'no explanation'],
  [[], 'Closed on Saturday, November 28.'],
  [['slot_taken', 'too_soon'], 'No 2-hour slot is free'],
  [['ends_too_late'], 'would end after the space closes'],
  [['too_soon'], 'at least 2 days ahead'],
  [['too_far_ahead'], 'at most 366 days ahead'],
])(
  'the explanation for a day whose slots have the problems %o contains "%s"',
  (problems, words) => {
    const rules = { ...defaultRules, lead_hours: 48 }
    const now = new Date('2026-11-27T00:00:00Z')
    const text = emptyDayInWords(rules, problems.map(slot), { date, hours: 2, now })
    expect(text ?? 'no explanation').toContain(words)
  },
)

test('ruleInWords and timesOfPrices describe hours by weekday and time of day', () => {
  expect(ruleInWords({ weekday: 6, from_hour: 17, to_hour: 24 })).toBe(
    'Saturday, 5:00 PM – midnight',
  )
  expect(ruleInWords({ weekday: 0, from_hour: 0, to_hour: 24 })).toBe('Sunday')
  const times = timesOfPrices(new Date('2026-11-28T15:00:00Z'), [40, 40, 60], 'UTC')
  expect([...times]).toEqual([
    [40, 'Saturday afternoon'],
    [60, 'Saturday evening'],
  ])
})

test('quoteOf adds up the price of each hour and applies only the largest length discount that the booking qualifies for', () => {
  const space = {
    ...defaultRules,
    price: 40,
    currency: 'EUR',
    price_rules: [{ weekday: 6, from_hour: 17, to_hour: 24, price: 60 }],
    length_discounts: [
      { minimum_hours: 4, percentage: 20 },
      { minimum_hours: 3, percentage: 10 },
    ],
  } as unknown as SpaceDetails
  const prices = hourlyPrices(space, { ...slot(null), prices: [40, 40, 60] }, 3)
  const selection = { date, startsAt: null, hours: 3, guests: 1, extras: [], message: '' }
  expect(quoteOf({ space, extras: [], selection, prices })).toMatchObject({
    basePriceMinor: 12_600,
    totalMinor: 13_860,
  })
  expect(hourlyPrices(space, undefined, 2)).toEqual([40, 40])
})

test.each([
  ['instant', 1_000, 'Continue to Payment'],
  ['request', 1_000, 'Continue to Request'],
  ['instant', 0, 'Book for Free'],
  ['request', 0, 'Send Request'],
])(
  'in %s mode, the button of a booking that costs %i minor units is "%s"',
  (booking_mode, totalMinor, label) => {
    const space = { booking_mode } as SpaceDetails
    expect(continueLabel(space, { totalMinor } as Quote)).toBe(label)
  },
)

test.each([
  [22, '10:00 PM'],
  [24, 'midnight'],
  [26, '2:00 AM (next day)'],
  [48, 'midnight (next day)'],
])('the end of opening hours %i hours after midnight is shown as %s', (out_by, shown) => {
  expect(endInWords({ first_start: 9, last_start: 21, out_by })).toBe(shown)
})

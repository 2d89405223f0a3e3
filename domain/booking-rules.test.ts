import { expect, test } from 'vitest'
import {
  bookingRulesSchema,
  groupPriceRows,
  priceRows,
  type BookingRules,
} from './booking-rules.ts'

const rules = (values: Partial<BookingRules> = {}): BookingRules => ({
  booking_mode: 'instant',
  instant_needs_verified: false,
  buffer_minutes: 30,
  lead_hours: 24,
  horizon_days: 90,
  minimum_hours: 2,
  maximum_hours: 8,
  opening_hours: [{ weekday: 0, first_start: null, last_start: null, out_by: null }],
  date_exceptions: [],
  price_rules: [],
  length_discounts: [{ minimum_hours: 4, percentage: 10 }],
  ...values,
})

const problemsOf = (values: Partial<BookingRules>, currency: 'EUR' | 'JPY' = 'EUR') =>
  bookingRulesSchema(currency)
    .safeParse(rules(values))
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

const hours = (first_start: number, last_start: number, out_by: number | null) => ({
  first_start,
  last_start,
  out_by,
})

test('bookingRulesSchema accepts rules without contradictions', () => {
  expect(problemsOf({})).toBeUndefined()
})

test.each<[string, Partial<BookingRules>, string]>([
  [
    'a last start before the first',
    { opening_hours: [{ weekday: 1, ...hours(12, 9, null) }] },
    'opening_hours.0: The last start must not be before the first start',
  ],
  [
    'an end before the last start',
    { opening_hours: [{ weekday: 1, ...hours(9, 21, 20) }] },
    'opening_hours.0: The “Leave by” time must be after the last start',
  ],
  [
    'a date listed twice',
    {
      date_exceptions: [
        { date: '2026-12-24', ...hours(9, 12, null) },
        { date: '2026-12-24', ...hours(9, 13, null) },
      ],
    },
    'date_exceptions.1: This date is listed twice. Please remove one of them',
  ],
  [
    'two prices for the same hour of a weekday',
    {
      price_rules: [
        { weekdays: [5, 6], from_hour: 18, to_hour: 24, price: 60 },
        { weekdays: [6], from_hour: 23, to_hour: 24, price: 70 },
      ],
    },
    'price_rules.1: Another price covers some of these hours. Please change the days or hours',
  ],
  [
    'a longest booking below the shortest',
    { minimum_hours: 4, maximum_hours: 2 },
    'maximum_hours: The longest booking must not be shorter than the shortest',
  ],
  [
    'two discounts of one length',
    {
      length_discounts: [
        { minimum_hours: 4, percentage: 10 },
        { minimum_hours: 4, percentage: 20 },
      ],
    },
    'length_discounts.1: There are two discounts from 4 hours. Please remove one of them',
  ],
])('bookingRulesSchema rejects rules with %s', (_, values, problem) => {
  expect(problemsOf(values)).toEqual([problem])
})

test('bookingRulesSchema rejects a price with decimals in a currency without a minor unit', () => {
  const price_rules = [{ weekdays: [1], from_hour: 9, to_hour: 12, price: 10.5 }]
  expect(problemsOf({ price_rules }, 'EUR')).toBeUndefined()
  expect(problemsOf({ price_rules }, 'JPY')).toEqual([
    'price_rules.0: Please enter a whole number of JPY',
  ])
})

test('bookingRulesSchema names every invalid rule at once', () => {
  expect(
    problemsOf({
      minimum_hours: 4,
      maximum_hours: 2,
      date_exceptions: [
        { date: '', ...hours(9, 12, null) },
        { date: '2026-12-24', ...hours(12, 9, null) },
      ],
      price_rules: [
        { weekdays: [1], from_hour: 9, to_hour: 12, price: NaN },
        { weekdays: [2], from_hour: 12, to_hour: 12, price: 60 },
      ],
    }),
  ).toEqual([
    'date_exceptions.0.date: Please choose a date',
    'date_exceptions.1: The last start must not be before the first start',
    'price_rules.0.price: Please enter the price as a number',
    'price_rules.1: The end must be after the start',
    'maximum_hours: The longest booking must not be shorter than the shortest',
  ])
})

test('groupPriceRows restores the price rules that priceRows has split by weekday', () => {
  const grouped = [
    { weekdays: [0, 6], from_hour: 9, to_hour: 24, price: 60 },
    { weekdays: [5], from_hour: 18, to_hour: 24, price: 55 },
  ]
  expect(groupPriceRows(priceRows(grouped))).toEqual(grouped)
})

test('bookingRulesSchema accepts a price of 0, but rejects a price between 0 and the minimum card charge', () => {
  const rule = (price: number) => ({ weekdays: [1], from_hour: 9, to_hour: 12, price })
  expect(problemsOf({ price_rules: [rule(0)] })).toBeUndefined()
  expect(problemsOf({ price_rules: [rule(0.4)] })).toEqual([
    'price_rules.0: Please enter 0, or at least €0.50',
  ])
})

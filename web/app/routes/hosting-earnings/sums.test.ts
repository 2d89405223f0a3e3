import { expect, test } from 'vitest'
import type { EarningTotal, MonthlyEarnings } from '#web/data/earnings.ts'
import { currenciesOf, earnedByMonth, sumsBySpace, yearsSince } from './sums.ts'

const month = (values: Partial<MonthlyEarnings>): MonthlyEarnings => ({
  month: '2026-01-01',
  space_id: 'loft',
  space_title: 'Loft',
  currency: 'USD',
  bookings: 1,
  earned: 0.1,
  ...values,
})

const rows = [
  month({}),
  month({ space_id: 'hall', space_title: 'Hall', earned: 0.2, bookings: 3 }),
  month({ month: '2026-12-01', earned: 5 }),
  month({ currency: 'JPY', earned: 900, bookings: 2 }),
]

test("earnedByMonth sums a month's earnings in one currency without rounding errors", () => {
  const usd = earnedByMonth(rows, 'USD')
  expect([usd[0], usd[11]]).toEqual([0.3, 5])
  expect(earnedByMonth(rows, 'JPY')[0]).toBe(900)
})

test('currenciesOf returns the currency with the most bookings first', () => {
  expect(currenciesOf(rows)).toEqual(['USD', 'JPY'])
})

test('sumsBySpace lists the currency with the most bookings first, and sorts the spaces of each currency by earnings, highest first', () => {
  expect(sumsBySpace(rows)).toMatchObject([
    { id: 'loft', currency: 'USD', earned: 5.1, bookings: 2 },
    { id: 'hall', currency: 'USD', earned: 0.2, bookings: 3 },
    { id: 'loft', currency: 'JPY', earned: 900 },
  ])
})

test('yearsSince returns the years since the first booking, and next year if bookings are upcoming', () => {
  const total = { first_ended_on: '2024-06-01', state: 'paid' } as EarningTotal
  expect(yearsSince([total], 2026)).toEqual([2026, 2025, 2024])
  expect(yearsSince([{ ...total, state: 'upcoming' }], 2026)[0]).toBe(2027)
  expect(yearsSince([], 2026)).toEqual([2026])
})

import { expect, test } from 'vitest'
import { figuresOf } from './earnings.ts'

test('the currency of most bookings stands first', () => {
  const { earnings, activeBookings } = figuresOf([
    { currency: 'JPY', earned: 7200, bookings: 1 },
    { currency: 'USD', earned: 0.3, bookings: 2 },
  ])
  expect(earnings).toEqual([
    { currency: 'USD', amount: 0.3 },
    { currency: 'JPY', amount: 7200 },
  ])
  expect(activeBookings).toBe(3)
})

test('a host without bookings has earned nothing yet, in their own currency', () => {
  const nothing = { earnings: [{ currency: 'JPY', amount: 0 }], activeBookings: 0 }
  expect(figuresOf([], 'JPY')).toEqual(nothing)
})

import { expect, test } from 'vitest'
import { figuresOf } from './earnings.ts'

test('the currency of most bookings stands first', () => {
  const { earnings, activeBookings, owed } = figuresOf([
    { currency: 'JPY', earned: 7200, bookings: 1, owed: 0 },
    { currency: 'USD', earned: 0.3, bookings: 2, owed: 0.1 },
  ])
  expect(earnings).toEqual([
    { currency: 'USD', amount: 0.3 },
    { currency: 'JPY', amount: 7200 },
  ])
  expect(activeBookings).toBe(3)
  expect(owed).toEqual([{ currency: 'USD', amount: 0.1 }])
})

test('a host without bookings has earned nothing yet, in their own currency', () => {
  const nothing = { earnings: [{ currency: 'JPY', amount: 0 }], owed: [], activeBookings: 0 }
  expect(figuresOf([], 'JPY')).toEqual(nothing)
})

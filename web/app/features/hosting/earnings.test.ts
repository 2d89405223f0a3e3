import { expect, test } from 'vitest'
import { figuresOf } from './earnings.ts'

test('shares add up a currency at a time, without what was cancelled', () => {
  const { earnings, activeBookings } = figuresOf([
    { status: 'confirmed', currency: 'JPY', host_share_amount: 7200 },
    { status: 'confirmed', currency: 'USD', host_share_amount: 0.1 },
    { status: 'confirmed', currency: 'USD', host_share_amount: 0.2 },
    { status: 'cancelled', currency: 'USD', host_share_amount: 90 },
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

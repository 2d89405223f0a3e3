import { expect, test } from 'vitest'
import { bookingCancelled, guestCancelled } from './booking-cancelled.ts'
import { bookingConfirmed } from './booking-confirmed.ts'
import { newBooking } from './new-booking.ts'

const url = 'http://localhost:3000'
const site = { name: 'Hourspace', url, authUrl: `${url}/auth/v1` }
const paid = {
  space_title: 'Loft',
  space_path: 'loft',
  starts_at: '2026-11-26T00:00:00Z',
  ends_at: '2026-11-26T01:00:00Z',
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
  refunded_minor: 5500,
  location: 'Tokyo',
  country: 'Japan',
  rental_minor: 5000,
  platform_fee_minor: 500,
  total_minor: 5500,
  host_commission_minor: 500,
  host_share_minor: 4500,
  cancellation_policy: 'strict',
  guest_name: null,
  host_name: null,
}
const free = {
  ...paid,
  refunded_minor: 0,
  rental_minor: 0,
  platform_fee_minor: 0,
  total_minor: 0,
  host_commission_minor: 0,
  host_share_minor: 0,
}

test.each([
  ['booking, to the guest', bookingConfirmed],
  ['booking, to the host', newBooking],
  ['cancellation, to the guest', bookingCancelled],
  ['cancellation, to the host', guestCancelled],
])('where nothing was to pay, the mail of a %s moves no money', (_, write) => {
  const money = /paid|payout|refund|share|¥/i
  expect(JSON.stringify(write(free, site))).not.toMatch(money)
  expect(JSON.stringify(write(paid, site))).toMatch(money)
})

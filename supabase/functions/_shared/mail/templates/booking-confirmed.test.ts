import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookingConfirmed } from './booking-confirmed.ts'

const url = 'http://localhost:3000'
const site = { name: 'Hourspace', url, authUrl: `${url}/auth/v1` }

/** Booked under the strict policy: half comes back until November 19, 9 AM in Tokyo. */
const booking = {
  space_title: 'Loft',
  space_path: 'loft',
  starts_at: '2026-11-26T00:00:00Z',
  ends_at: '2026-11-26T01:00:00Z',
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
  refunded_minor: 0,
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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const until = 'Thursday, November 19, 2026 at 9:00 AM, Tokyo time (GMT+9)'

test.each([
  ['2026-11-19T00:00:00Z', `50% refund until 7 days before the start: ${until}`],
  ['2026-11-19T00:00:01Z', `Nothing is refunded any more: that was possible until ${until}`],
])('a booking of %s says what cancelling gives back from then on', (now, words) => {
  vi.setSystemTime(now)
  expect(JSON.stringify(bookingConfirmed(booking, site))).toContain(JSON.stringify(words))
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { bookingCancelled, bookingConfirmed, guestCancelled, newBooking } from './bookings.ts'

const url = 'http://localhost:3000'
const site = { name: company.name, url, authUrl: `${url}/auth/v1` }

/** A booking with the strict policy, which refunds half until November 19, 9 AM in Tokyo. */
const booking = {
  booking_id: '7d3c1f6e-0000-4000-8000-000000000001',
  space_title: 'Loft',
  space_path: 'loft',
  starts_at: '2026-11-26T00:00:00Z',
  ends_at: '2026-11-26T01:00:00Z',
  time_zone: 'Asia/Tokyo',
  booked_at: '2026-11-01T00:00:00Z',
  guest_count: 1,
  extras: [],
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
  ...booking,
  refunded_minor: 0,
  rental_minor: 0,
  platform_fee_minor: 0,
  total_minor: 0,
  host_commission_minor: 0,
  host_share_minor: 0,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const deadline = 'Thursday, November 19, 2026 at 9:00 AM, Japan Standard Time (GMT+9)'

test.each([
  ['2026-11-19T00:00:00Z', `50% refund until 7 days before the start: ${deadline}`],
  ['2026-11-19T00:00:01Z', `This booking can no longer be refunded. The deadline was ${deadline}`],
])('a booking confirmation email sent at %s says "%s"', (now, text) => {
  vi.setSystemTime(now)
  expect(JSON.stringify(bookingConfirmed(booking, site))).toContain(JSON.stringify(text))
})

test.each([
  [
    '2026-11-05T00:00:00Z',
    `Free for 30 minutes after booking: until Thursday, November 5, 2026 at 9:30 AM, Japan Standard Time (GMT+9)\n50% refund until 7 days before the start: ${deadline}`,
  ],
  [
    '2026-11-20T00:00:00Z',
    'Free for 30 minutes after booking: until Friday, November 20, 2026 at 9:30 AM, Japan Standard Time (GMT+9). After that there is no refund',
  ],
])(
  'a booking confirmation email sent immediately after the booking at %s says "%s"',
  (now, text) => {
    vi.setSystemTime(now)
    const email = bookingConfirmed({ ...booking, booked_at: now }, site)
    expect(JSON.stringify(email)).toContain(JSON.stringify(text))
  },
)

test.each([
  ['booking email to the guest', bookingConfirmed],
  ['booking email to the host', newBooking],
  ['cancellation email to the guest', bookingCancelled],
  ['cancellation email to the host', guestCancelled],
])('the %s of a free booking mentions no payment, payout or refund', (_, write) => {
  const money = /paid|payout|refund|share|¥/i
  expect(JSON.stringify(write(free, site))).not.toMatch(money)
  expect(JSON.stringify(write(booking, site))).toMatch(money)
})

test.each([
  ['guest', bookingConfirmed, 'Booked'],
  ['host', newBooking, 'New booking'],
  ['guest after a cancellation', bookingCancelled, 'Booking cancelled'],
  ['host after a cancellation', guestCancelled, 'Booking cancelled by the guest'],
])(
  'the booking email to the %s names space and time in its subject and links to the booking',
  (_, write, what) => {
    const email = write(booking, site)
    expect(email.subject).toBe(`${what}: Loft, Thu, Nov 26, 9:00 AM – 10:00 AM`)
    expect(JSON.stringify(email)).toContain(`${url}/bookings/${booking.booking_id}`)
  },
)

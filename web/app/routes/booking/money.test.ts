import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { RefundQuote } from '#web/features/booking/cancel-booking.tsx'
import { GuestMoney } from './money.tsx'

const now = new Date('2026-12-01T00:00:00Z')
const booking = {
  start_time: '2026-12-05T15:00:00Z',
  end_time: '2026-12-05T17:00:00Z',
  booked_at: '2026-11-01T00:00:00Z',
  status: 'confirmed',
  answer: null,
  currency: 'USD',
  total_price: 110,
  rental_amount: 100,
  platform_fee_percentage: 10,
  platform_fee_amount: 10,
  host_share_amount: 90,
  refunded_amount: 0,
  returned_amount: 0,
  refund_status: null,
  cancelled_by: null,
  cancellation_policy: 'flexible',
  time_zone: 'America/New_York',
  extras: [],
  price_lines: [],
  payment: { paid_at: '2026-11-01T00:00:00Z' },
  space: { location: 'New York' },
}
const draw = (part: typeof GuestMoney | typeof RefundQuote, changes: object) => {
  const props = { booking: { ...booking, ...changes } as unknown as BookingDetails, now }
  return renderToStaticMarkup(createElement(MemoryRouter, null, createElement(part, props)))
}

test('the page of a cancelled booking says that the bank has already returned the payment', () => {
  const cancelled = { status: 'cancelled', cancelled_by: 'host' }
  expect(draw(GuestMoney, { ...cancelled, returned_amount: 110 })).toContain(
    'Your bank has already returned $110.00 to you.',
  )
  expect(draw(GuestMoney, { ...cancelled, cancelled_by: 'guest' })).toContain(
    'Under its cancellation policy, this booking was not refunded.',
  )
})

test('after a full refund, the booking page shows the guest no refund rule and no refund of $0.00', () => {
  expect(draw(GuestMoney, {})).toContain('Free cancellation')
  expect(draw(GuestMoney, { returned_amount: 110 })).not.toContain('cancellation')
  expect(draw(RefundQuote, { returned_amount: 110 })).toBe(
    '<p>You already got everything back. Cancelling refunds nothing more.</p>',
  )
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Booking } from '#web/data/bookings.ts'
import { BookingCard, BookingStatusBadge } from './booking-card.tsx'

const booking = {
  id: '00000000-0000-4000-8000-000000000003',
  start_time: '2026-12-01T01:00:00Z',
  end_time: '2026-12-01T04:00:00Z',
  status: 'confirmed',
  currency: 'JPY',
  total_price: 16500,
  refunded_amount: 0,
  time_zone: 'Asia/Tokyo',
  guest_count: 6,
  space: {
    id: '00000000-0000-4000-8000-000000000001',
    slug: 'lantern-studio',
    title: 'Lantern Studio',
    location: 'Shibuya',
    images: ['/lantern.webp', '/garden.webp'],
    image_previews: ['', ''],
  },
} as unknown as Booking

const draw = (drawn: Booking, now = new Date('2026-11-20T00:00:00Z')) =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(BookingCard, { booking: drawn, now })),
  )
const html = draw(booking)

test('a booking card shows the first picture of its space', () => {
  expect(html).toContain('/lantern.webp')
  expect(html).not.toContain('/garden.webp')
})

test.each([
  'Lantern Studio',
  'Confirmed',
  '(Shibuya time)',
  '¥16,500',
  'Tue, Dec 1, 2026',
  '10:00 AM – 1:00 PM',
  '6 people',
])('a booking card shows the text "%s"', (text) => {
  const read = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(read).toContain(text)
})

test.each([
  ['succeeded', '¥16,500 refunded'],
  ['pending', '¥16,500 on its way to you'],
  ['disputed', '¥16,500 on hold until your bank has decided your dispute'],
  ['retrying', '¥16,500 returned by your bank; we’re trying again'],
  ['failed', '¥16,500 could not be refunded yet; we’ll email you'],
] as const)('a booking card explains a refund with status %s', (refund_status, text) => {
  const card = draw({ ...booking, refunded_amount: 16500, refund_status })
  expect(card.replaceAll(/<[^>]*>/g, '')).toContain(text)
})

test.each(['declined', 'expired'])(
  'the card of a booking request with status %s says that nothing was charged, unless the booking was free',
  (status) => {
    expect(draw({ ...booking, status } as Booking)).toContain('not charged')
    expect(draw({ ...booking, status, total_price: 0 } as Booking)).not.toContain('not charged')
    expect(html).not.toContain('not charged')
  },
)

test('the card of a declined booking request says that the host suggested another time, until the suggested time has passed', () => {
  const declined = { ...booking, status: 'declined', suggested_start_time: '2026-12-02T01:00:00Z' }
  expect(draw(declined as Booking)).toContain('The host suggested another time')
  const after = draw(declined as Booking, new Date('2026-12-02T02:00:00Z'))
  expect(after).not.toContain('The host suggested another time')
})

test.each([
  ['confirmed', 'Confirmed', 'badge-success'],
  ['cancelled', 'Cancelled', 'badge-danger'],
  ['disputed', 'Disputed', 'badge-neutral'],
])('a booking with status %s shows the badge "%s" with class %s', (status, text, colour) => {
  const html = renderToStaticMarkup(createElement(BookingStatusBadge, { status }))
  expect(html).toContain(`${text}<`)
  expect(html).toContain(colour)
})

test('the card of a finished booking shows "Confirmed" and "Finished"', () => {
  const finished = draw(booking, new Date('2026-12-01T04:00:00Z'))
  expect(finished).toContain('Confirmed')
  expect(finished).toContain('Finished')
  expect(html).not.toContain('Finished')
})

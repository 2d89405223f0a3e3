import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Booking } from '#web/data/bookings.ts'
import { BookingCard } from './booking-card.tsx'

const booking = {
  id: '00000000-0000-4000-8000-000000000003',
  start_time: '2026-12-01T01:00:00Z',
  end_time: '2026-12-01T04:00:00Z',
  status: 'confirmed',
  currency: 'JPY',
  total_price: 16500,
  refunded_amount: 0,
  time_zone: 'Asia/Tokyo',
  space: {
    id: '00000000-0000-4000-8000-000000000001',
    slug: 'lantern-studio',
    title: 'Lantern Studio',
    location: 'Shibuya',
    images: ['/lantern.webp', '/garden.webp'],
    image_previews: ['', ''],
  },
} as unknown as Booking

const html = renderToStaticMarkup(
  createElement(MemoryRouter, null, createElement(BookingCard, { booking })),
)

test('a booking shows the first picture of its space', () => {
  expect(html).toContain('/lantern.webp')
  expect(html).not.toContain('/garden.webp')
})

test.each([
  'Lantern Studio',
  'Confirmed',
  'Tokyo',
  '¥16,500',
  'Tue, Dec 1, 2026',
  '10:00 AM – 1:00 PM',
])('a booking says "%s"', (text) => {
  const read = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(read).toContain(text)
})

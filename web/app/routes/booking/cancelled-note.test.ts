import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { CancelledNote } from './cancelled-note.tsx'

const cancelled = {
  status: 'cancelled',
  cancelled_by: 'host',
  cancel_reason: 'emergency',
  cancel_note: 'I have the flu.',
  start_time: '2026-12-01T01:00:00Z',
  end_time: '2026-12-01T04:00:00Z',
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
  refunded_amount: 16500,
  refund_status: 'pending',
  guest_count: 6,
  space: { location: 'Tokyo' },
} as unknown as BookingDetails

const render = (isHost: boolean, now = '2026-11-20T00:00:00Z') =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(CancelledNote, { booking: cancelled, isHost, now: new Date(now) }),
    ),
  )

test('after a host cancels, the guest sees the refund above the host’s message and, before the start, a link to spaces free at that time', () => {
  const html = render(false)
  expect(html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(
    'The host cancelled this booking Illness or emergency ¥16,500 on its way to you. I have the flu. Spaces free at that time',
  )
  expect(html).toContain(
    'href="/explore?location=Tokyo&amp;date=2026-12-01&amp;from=10%3A00&amp;hours=3&amp;guests=6"',
  )
  expect(render(false, cancelled.start_time)).not.toContain('href')
})

test('after a cancellation by the host, the note to the host mentions neither a refund nor other spaces', () => {
  const html = render(true)
  expect(html).toContain('You cancelled this booking')
  expect(html).not.toContain('¥16,500')
  expect(html).not.toContain('href')
})

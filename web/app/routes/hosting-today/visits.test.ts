import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { dayOf } from './day.ts'
import { Board } from './visits.tsx'

test('the Today screen names the city in whose local time a visit is shown', () => {
  const now = new Date('2026-11-22T09:00:00Z')
  const visit = {
    id: 'b',
    user_id: 'guest',
    extends_booking_id: null,
    answer_by: null,
    start_time: '2026-11-22T10:00:00Z',
    end_time: '2026-11-22T12:00:00Z',
    time_zone: 'Europe/Madrid',
    guest_count: 2,
    currency: 'EUR' as const,
    host_share_amount: 90,
    space: { id: 'space', title: 'Loft', location: 'Barcelona' },
    guestName: 'Gus',
    guestPicture: null,
  }
  const html = renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(Board, { day: dayOf([visit], now), now })),
  )
  expect(html).toContain('Loft · 2 people · Barcelona\u00a0time')
})

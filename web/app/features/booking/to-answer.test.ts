import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ToAnswer } from './to-answer.tsx'

test("a request that waits for the host shows the guest's picture", () => {
  const request = {
    id: 'booking',
    user_id: 'guest',
    extends_booking_id: null,
    answer_by: '2026-11-24T12:00:00Z',
    start_time: '2026-11-25T12:00:00Z',
    end_time: '2026-11-25T14:00:00Z',
    time_zone: 'Asia/Tokyo',
    guest_count: 2,
    currency: 'JPY' as const,
    host_share_amount: 9_000,
    space: { id: 'space', title: 'Loft', location: 'Kyoto' },
    guestName: 'Gus',
    guestPicture: '/gus.webp',
  }
  const list = createElement(ToAnswer, {
    requests: [request],
    changes: [],
    now: new Date('2026-11-23T12:00:00Z'),
  })
  expect(renderToStaticMarkup(createElement(MemoryRouter, null, list))).toContain('/gus.webp')
})

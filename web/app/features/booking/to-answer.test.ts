import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ToAnswer } from './to-answer.tsx'

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

function html(props: Partial<Parameters<typeof ToAnswer>[0]>): string {
  const now = new Date('2026-11-23T12:00:00Z')
  const list = createElement(ToAnswer, { requests: [], changes: [], now, ...props })
  return renderToStaticMarkup(createElement(MemoryRouter, null, list))
}

test("a booking request that the host has not answered shows the guest's picture", () => {
  expect(html({ requests: [request] })).toContain('/gus.webp')
})

test('a proposed change shows the proposed time and the proposed number of people', () => {
  const change = {
    id: 'change',
    start_time: '2026-11-26T01:00:00Z',
    end_time: '2026-11-26T03:00:00Z',
    guest_count: 5,
    answer_by: '2026-11-24T12:00:00Z',
    booking: request,
    guestName: 'Gus',
    guestPicture: null,
  }
  const text = html({ changes: [change] })
  expect(text).toContain('10:00 AM – 12:00 PM')
  expect(text).toContain('5 people')
})

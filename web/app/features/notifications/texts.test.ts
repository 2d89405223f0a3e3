import { expect, test } from 'vitest'
import { notificationText } from './texts.ts'

test("a notification about a booking names the space, the booking's local time and the time zone", () => {
  const data = {
    space_title: 'Tonraum Kreuzberg',
    starts_at: '2026-11-24T17:00:00Z',
    ends_at: '2026-11-24T18:00:00Z',
    time_zone: 'Europe/Berlin',
  }
  expect(notificationText('booking-confirmed', data)).toEqual({
    title: 'Your booking is confirmed',
    detail: 'Tonraum Kreuzberg · Tue, Nov 24, 6:00 PM – 7:00 PM (Central\u00a0European\u00a0Time)',
  })
  const { space_title } = data
  expect(notificationText('booking-confirmed', { space_title }).detail).toBe(space_title)
})

test('the notification about listings hidden because of a ban names the listings', () => {
  const data = { space_title: 'Loft, Studio', count: 2 }
  expect(notificationText('listings-hidden', data)).toEqual({
    title: 'We have hidden your listings',
    detail: 'Loft, Studio',
  })
})

test.each([
  ['upheld', 'We accepted a problem report'],
  ['declined', 'We declined a problem report'],
  ['withdrawn', 'A problem report was withdrawn'],
])(
  'the notification about a problem report that was %s has the title "%s"',
  (problem_status, title) => {
    for (const kind of ['problem-decided-guest', 'problem-decided-host'])
      expect(notificationText(kind, { problem_status }).title).toBe(title)
  },
)

test('the notification of a hidden review contains the reason', () => {
  const data = { space_title: 'Tonraum Kreuzberg', hidden_reason: 'It names another guest.' }
  expect(notificationText('review-hidden', data)).toEqual({
    title: 'We have hidden your review of Tonraum Kreuzberg',
    detail: 'Reason: It names another guest.',
  })
})

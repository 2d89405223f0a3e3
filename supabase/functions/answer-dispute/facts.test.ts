import { expect, test } from 'vitest'
import { draftOf, type DisputeFacts } from './facts.ts'

const facts: DisputeFacts = {
  dispute_id: 'du_1',
  due_by: null,
  reason: null,
  answered_at: null,
  booking_id: null,
  is_change: false,
  refund_reason: null,
  space: 'Loft',
  place: 'Tokyo',
  start_time: '2026-11-26T00:00:00Z',
  end_time: '2026-11-26T01:00:00Z',
  time_zone: 'Asia/Tokyo',
  booked_at: '2026-11-25T12:00:00Z',
  cancelled_at: null,
  policy: 'strict',
  refunded: 0,
  refunded_at: null,
  currency: 'JPY',
  guest_id: '7d3c1f6e-0000-4000-8000-000000000001',
  guest_name: 'Gil',
  guest_email: 'gil@example.com',
  problems: [],
  messages: [],
}
const textOf = (values: Partial<DisputeFacts>) =>
  Object.values(draftOf({ ...facts, ...values })).join('\n')

test.each([
  ['slot_taken', 'The time was no longer available, so the payment made no booking.'],
  ['paid_too_late', 'The payment arrived after this time was over, so it made no booking.'],
  [null, 'The payment made no booking.'],
])('the evidence for a payment with the refund reason %s says: %s', (refund_reason, sentence) => {
  expect(textOf({ refund_reason })).toContain(`\n${sentence}\n`)
})

test('the evidence for the payment of a booking change that did not take effect does not say that there was no booking', () => {
  const text = textOf({ is_change: true, refund_reason: 'request_ended' })
  expect(text).toContain('a change of a booking of the space "Loft" in Tokyo')
  expect(text).toContain('The change did not take effect.')
  expect(text).not.toMatch(/no booking|without a booking|no longer available/)
})

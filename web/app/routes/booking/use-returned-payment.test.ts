import { expect, test } from 'vitest'
import { isOutdated, noticeOf } from './use-returned-payment.tsx'

test.each([
  ['failed', 'requires_action', 'info', /^Your bank is waiting .* You have not been charged\.$/],
  ['processing', 'processing', 'info', /^Your bank is processing the payment/],
  ['failed', 'requires_payment_method', 'error', /^Your bank declined .* use another card\.$/],
  ['failed', 'requires_capture', 'error', /^Nothing was changed, and you were not charged\.$/],
  ['failed', 'canceled', 'error', /^Nothing was changed, and you were not charged\.$/],
  ['refunded', 'succeeded', 'error', /^Nothing was changed\. We refund the payment in full\.$/],
] as const)(
  'the notice about a payment with the outcome %s and the Stripe status %s has the tone %s and matches %s',
  (status, paymentStatus, tone, text) => {
    expect(noticeOf({ status, paymentStatus })).toEqual({ tone, text: expect.stringMatching(text) })
  },
)

test.each(['confirmed', 'requested'] as const)(
  'a payment with the outcome %s has no notice',
  (status) => {
    expect(noticeOf({ status, paymentStatus: 'succeeded' })).toBeNull()
  },
)

const change = { id: 'a', status: 'open' } as const

test.each([
  ['a first change was proposed', null, change],
  ['another change was proposed', { id: 'b', status: 'failed' }, change],
  ['the change was accepted', change, { id: 'a', status: 'accepted' }],
  ['the change was applied', change, { id: 'a', status: 'done' }],
] as const)('the notice about a failed payment is outdated once %s', (_, before, after) => {
  expect(isOutdated(before, after)).toBe(true)
})

test.each([
  ['no change exists', null, null],
  ['the change still waits for an answer', change, change],
  ['the change failed with the payment', change, { id: 'a', status: 'failed' }],
  ['the change was declined', change, { id: 'a', status: 'declined' }],
] as const)('the notice about a failed payment stays while %s', (_, before, after) => {
  expect(isOutdated(before, after)).toBe(false)
})

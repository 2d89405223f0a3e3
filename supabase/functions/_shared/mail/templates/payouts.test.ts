import { expect, test } from 'vitest'
import { payoutsSent } from './payouts.ts'
import { booking, site } from './test-booking.ts'

const share = { ...booking, agreed_minor: 4500, withheld_minor: 0, owed_minor: 0 }
const sent = { ...share, sent_minor: 4500 }
const reduced = { ...share, sent_minor: 3000, withheld_minor: 1500 }
const withheld = { ...share, sent_minor: 0, withheld_minor: 4500 }
const slot = 'Thu, Nov 26, Loft'

test('the email about several payouts states the sum that was sent and lists the deductions', () => {
  const email = payoutsSent({ payouts: [sent, reduced, withheld] }, site)
  expect(email.subject).toBe('Payouts sent: ¥7,500 for 2 bookings')
  expect(email.blocks[0]).toEqual({
    text: expect.stringContaining(
      'We sent ¥7,500 for 2 bookings to your Stripe account.',
    ) as string,
  })
  expect(email.blocks[1]).toEqual({
    facts: [
      [slot, '¥4,500'],
      [slot, '¥3,000\n¥1,500 deducted for an earlier refund'],
      [slot, '¥0\n¥4,500 deducted for an earlier refund'],
    ],
  })
})

test('the email about several payouts that were all withheld says that no money was sent', () => {
  const dollars = { ...withheld, currency: 'USD' }
  const email = payoutsSent({ payouts: [withheld, dollars] }, site)
  expect(email).toMatchObject({
    subject: 'Your shares covered earlier refunds: 2 bookings',
    title: 'Your shares covered earlier refunds',
    preview: 'Your shares covered earlier refunds to guests.',
  })
  const text = JSON.stringify(email.blocks)
  expect(text).toContain('We sent no money this time.')
  expect(text).not.toMatch(/We sent [¥$]|on their way/)
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FailedRefund, OpenDispute, PlatformMoney, RefusedPayout } from './statistics.ts'
import { disputeTexts } from './dispute-dialog.tsx'
import { Attention, Balance } from './money-section.tsx'

const money: PlatformMoney = {
  currency: 'USD',
  charged: 1100,
  refunded: 110,
  disputed: 55,
  sent_to_hosts: 400,
  balance: 535,
  kept: 160,
  to_hosts: 320,
  from_hosts: 45,
  to_guests: 155,
  in_dispute: 55,
  stripe_fees: 0,
  other: 0,
}
const payment = { booking_id: null, change: null, space: { title: 'Loft' } }
const refund: FailedRefund = {
  id: '00000000-0000-4000-8000-000000000001',
  amount_minor: 11_000,
  currency: 'JPY',
  reason: 'cancelled_by_guest',
  last_error: 'expired_or_canceled_card',
  stripe_refund_id: 're_1',
  failed_at: '2026-11-21T12:00:00Z',
  payment,
}
const dispute: OpenDispute = {
  id: 'du_1',
  amount_minor: 5500,
  currency: 'USD',
  status: 'open',
  opened_at: '2026-11-21T12:00:00Z',
  due_by: '2026-11-28T12:00:00Z',
  answered_at: null,
  payment,
}

const payout: RefusedPayout = {
  id: '00000000-0000-4000-8000-000000000002',
  amount_minor: 9000,
  currency: 'USD',
  last_error: 'No such destination.',
  refused_at: '2026-11-21T12:00:00Z',
  booking: { id: '00000000-0000-4000-8000-000000000003', space: { title: 'Studio' } },
}

function read(
  refunds: FailedRefund[],
  disputes: OpenDispute[],
  { figures = money, payouts = [] as RefusedPayout[] } = {},
): string {
  const section = createElement(
    Fragment,
    {},
    createElement(Attention, { refunds, payouts, disputes, onSettled: () => {} }),
    createElement(Balance, { currency: 'USD', money: figures }),
  )
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, section),
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('the admin page lists failed refunds and disputes, and both columns of the platform balance have equal totals', () => {
  const text = read([refund], [dispute])
  expect(text.match(/Balance at Stripe \$535\.00/g)).toHaveLength(2)
  expect(text).toContain('To be refunded to guests $155.00')
  expect(text).toContain('The refund of ¥11,000 for Loft failed')
  expect(text).toContain('Reason: expired or canceled card.')
  expect(text).toContain('Disputed: $55.00 for Loft')
})

test('an admin reads that an inquiry needs another answer if it becomes a dispute, and that a dispute is answered once', () => {
  expect(read([], [dispute])).toContain('the dispute: $55.00 for Loft')
  expect(read([], [{ ...dispute, status: 'inquiry' }])).toContain('the inquiry: $55.00 for Loft')
  const { inquiry, dispute: disputed } = disputeTexts
  for (const text of [inquiry.rule, inquiry.confirmation]) expect(text).toContain('answer again')
  for (const text of [disputed.rule, disputed.confirmation]) expect(text).toMatch(/once|only one/)
})

test('failed refunds and disputes of a booking change link to the booking', () => {
  const ofChange = { ...payment, change: { booking_id: '00000000-0000-4000-8000-000000000004' } }
  const text = read([{ ...refund, payment: ofChange }], [{ ...dispute, payment: ofChange }])
  expect(text.match(/Open booking/g)).toHaveLength(2)
  expect(read([refund], [dispute])).not.toContain('Open booking')
})

test('the platform balance shows a minus sign for deductions but not for zero amounts', () => {
  const text = read([], [], { figures: { ...money, disputed: 0, in_dispute: 0 } })
  expect(text).toContain('Refunded −$110.00')
  expect(text).toContain('Taken by disputes $0.00')
  expect(text).toContain('In open disputes $0.00')
})

test('the admin page hides empty lists of failed refunds and disputes, and offers no retry of a refund made in Stripe', () => {
  const text = read([{ ...refund, reason: 'made_at_stripe' }], [])
  expect(text).toContain('Paid another way')
  expect(text).not.toContain('Try again')
  expect(read([], [])).not.toContain('Needs your attention')
})

test('the admin page lists refused payouts with the reason, a retry button and a button that marks them as paid in another way', () => {
  const text = read([], [], { payouts: [payout] })
  expect(text).toContain('Stripe refuses the payout of $90.00 for Studio')
  expect(text).toContain('Reason: No such destination.')
  expect(text).toContain('Try again')
  expect(text).toContain('Paid another way')
})

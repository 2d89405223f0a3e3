import { expect, test } from 'vitest'
import type { Payout } from '#web/data/host-bookings.ts'
import { figuresOf, payoutNotes, payoutText } from './payouts.ts'

const now = new Date('2026-11-21T12:00:00Z')
const scheduled: Payout = {
  status: 'scheduled',
  amount_minor: 7200,
  due_at: '2026-11-22T06:00:00Z',
  paid_at: null,
  stripe_transfer_id: null,
  refused_at: null,
  frozen_at: null,
  owed_minor: 0,
  withheld_minor: 0,
  dispute_status: null,
}

test("a scheduled payout shows its date in the space's time zone", () => {
  expect(payoutText(scheduled, 'Asia/Tokyo', now)).toBe('Will be sent Sun, Nov 22, 2026')
  const due = { ...scheduled, due_at: '2026-11-21T06:00:00Z' }
  expect(payoutText(due, 'Asia/Tokyo', now)).toBe('On its way to you')
})

test.each([
  ['not_connected', 'Waits until you connect your payout account'],
  ['incomplete', 'Kept for you until your payouts are ready'],
  ['pending', 'Kept for you until your payouts are ready'],
  ['restricted', 'Kept for you until your payouts are ready'],
] as const)(
  'a scheduled payout to an account with status %s shows "%s" instead of a date',
  (account, text) => {
    const due = { ...scheduled, due_at: '2026-11-21T06:00:00Z' }
    expect(payoutText(due, 'Asia/Tokyo', now, account)).toBe(text)
    expect(payoutText(scheduled, 'Asia/Tokyo', now, account)).toBe(text)
    expect(payoutText({ ...due, status: 'paid' }, 'Asia/Tokyo', now, account)).toBe('Paid out')
  },
)

test('payoutText shows a payout as scheduled even if the bank refused an earlier payout', () => {
  const text = payoutText(scheduled, 'Asia/Tokyo', now, 'bank_refused')
  expect(text).toBe('Will be sent Sun, Nov 22, 2026')
})

test('payoutText shows whether a payout is paid, on hold or cancelled', () => {
  const paid: Payout = { ...scheduled, status: 'paid', paid_at: '2026-11-20T23:00:00Z' }
  expect(payoutText(paid, 'Asia/Tokyo', now)).toBe('Paid out Sat, Nov 21, 2026')
  const frozen = { ...scheduled, frozen_at: '2026-11-20T23:00:00Z' }
  expect(payoutText({ ...frozen, dispute_status: 'open' }, 'Asia/Tokyo', now)).toBe(
    'On hold during a dispute',
  )
  expect(payoutText(frozen, 'Asia/Tokyo', now)).toBe('On hold until the guest’s report is decided')
  expect(payoutText({ ...scheduled, status: 'cancelled' }, 'Asia/Tokyo', now)).toBe('No payout')
})

test('payoutText and payoutNotes explain disputes and deducted amounts', () => {
  const lost: Payout = { ...scheduled, status: 'cancelled', dispute_status: 'lost' }
  expect(payoutText(lost, 'Asia/Tokyo', now)).toBe('No payout: the dispute was lost')
  const inquired: Payout = {
    ...scheduled,
    frozen_at: '2026-11-20T23:00:00Z',
    dispute_status: 'inquiry',
  }
  expect(payoutText(inquired, 'Asia/Tokyo', now)).toBe('On hold during the bank’s inquiry')
  expect(payoutNotes({ ...scheduled, status: 'paid', owed_minor: 7200 }, 'JPY')).toEqual([
    '¥7,200 will be deducted from your next payouts',
  ])
  expect(
    payoutNotes(
      {
        ...scheduled,
        status: 'paid',
        stripe_transfer_id: 'tr_1',
        withheld_minor: 150,
        dispute_status: 'open',
      },
      'USD',
    ),
  ).toEqual(['The payment is disputed', '$1.50 deducted for an earlier booking'])
  expect(payoutNotes(scheduled, 'USD')).toEqual([])
})

test('payoutText says that a payout was deducted in full, and payoutNotes does not repeat it', () => {
  const paid: Payout = { ...scheduled, status: 'paid', paid_at: '2026-11-20T23:00:00Z' }
  const whole = { ...paid, withheld_minor: 7200 }
  expect(payoutText(whole, 'Asia/Tokyo', now)).toBe('Deducted in full for an earlier booking')
  expect(payoutNotes(whole, 'JPY')).toEqual([])
  const part = { ...paid, stripe_transfer_id: 'tr_1', withheld_minor: 7000 }
  expect(payoutText(part, 'Asia/Tokyo', now)).toBe('Paid out Sat, Nov 21, 2026')
  expect(payoutNotes(part, 'JPY')).toEqual(['¥7,000 deducted for an earlier booking'])
  // After the transfer, a lost dispute has reduced the amount to 0.
  const lost = { ...part, amount_minor: 0, withheld_minor: 3000, owed_minor: 7200 }
  expect(payoutText(lost, 'Asia/Tokyo', now)).toBe('Paid out Sat, Nov 21, 2026')
  expect(payoutNotes(lost, 'JPY')).toEqual([
    '¥7,200 will be deducted from your next payouts',
    '¥3,000 deducted for an earlier booking',
  ])
})

test('payoutText says that Stripe refused the transfer, unless the host has to set up the payout account first', () => {
  const refused = {
    ...scheduled,
    due_at: '2026-11-21T06:00:00Z',
    refused_at: '2026-11-21T08:00:00Z',
  }
  expect(payoutText(refused, 'Asia/Tokyo', now, 'ready')).toBe(
    'Stripe refused the transfer; we’re handling it',
  )
  expect(payoutText(refused, 'Asia/Tokyo', now, 'restricted')).toBe(
    'Kept for you until your payouts are ready',
  )
})

test("a host's earnings per currency are ordered by number of bookings, highest first", () => {
  const { earnings, activeBookings, owed } = figuresOf([
    { currency: 'JPY', earned: 7200, bookings: 1, owed: 0 },
    { currency: 'USD', earned: 0.3, bookings: 2, owed: 0.1 },
  ])
  expect(earnings).toEqual([
    { currency: 'USD', amount: 0.3 },
    { currency: 'JPY', amount: 7200 },
  ])
  expect(activeBookings).toBe(3)
  expect(owed).toEqual([{ currency: 'USD', amount: 0.1 }])
})

test("a host without bookings has earnings of 0 in the host's own currency", () => {
  const nothing = { earnings: [{ currency: 'JPY', amount: 0 }], owed: [], activeBookings: 0 }
  expect(figuresOf([], 'JPY')).toEqual(nothing)
})

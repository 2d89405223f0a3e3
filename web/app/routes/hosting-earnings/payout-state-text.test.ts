import { expect, test } from 'vitest'
import type { EarningRow, EarningTotal } from '#web/data/earnings.ts'
import { nextPayoutText, onItsWayNote, payoutStateText } from './payout-state-text.ts'

const row = {
  state: 'upcoming',
  due_at: '2026-11-22T20:00:00Z',
  paid_at: null,
  refused_at: null,
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
  withheld: 0,
  has_transfer: false,
} as EarningRow
const now = new Date('2026-11-22T12:00:00Z')
const total = { state: 'upcoming', first_due_at: '2026-11-22T20:00:00Z' } as EarningTotal
const payouts = [
  { due_at: '2026-11-22T20:00:00+00:00', refused_at: null, booking: { time_zone: 'Asia/Tokyo' } },
]

test.each(['upcoming', 'in_transit'] as const)(
  'the earnings page shows no payout date for a booking that is %s until the payout account is ready',
  (state) => {
    const wait = 'Waits until you connect your payout account'
    expect(payoutStateText({ ...row, state }, 'not_connected', now)).toBe(wait)
    expect(nextPayoutText([{ ...total, state }], 'not_connected', payouts)).toBe(wait)
    expect(payoutStateText({ ...row, state }, undefined, now)).toBe('Not paid out yet')
    expect(nextPayoutText([{ ...total, state }], undefined, payouts)).toBeNull()
  },
)

test('the earnings page shows the date of the next payout in the time zone of its space if the payout account is ready', () => {
  expect(payoutStateText(row, 'ready', now)).toBe('Will be sent Mon, Nov 23, 2026')
  expect(nextPayoutText([total], 'ready', payouts)).toBe('Next payout Mon, Nov 23, 2026')
  expect(nextPayoutText([total], 'ready', undefined)).toBeNull()
  expect(nextPayoutText([], 'not_connected', payouts)).toBe('No payout is planned')
})

test("the earnings page shows 'Cancelled' and the payout date for a cancelled booking with a payout", () => {
  const cancelled = { ...row, status: 'cancelled' } as const
  expect(payoutStateText(cancelled, 'ready', now)).toBe(
    'Cancelled · Will be sent Mon, Nov 23, 2026',
  )
})

test('the earnings page says that a payout is on its way only once the payout is due', () => {
  const ended = { ...row, state: 'in_transit' } as const
  expect(payoutStateText(ended, 'ready', now)).toBe('Will be sent Mon, Nov 23, 2026')
  expect(payoutStateText(ended, 'ready', new Date(row.due_at))).toBe('On its way to you')
})

test('the earnings page shows the date of a sent payout even if no payout account is connected', () => {
  const paid = {
    ...row,
    state: 'paid',
    paid_at: '2026-11-23T00:00:00Z',
    has_transfer: true,
    withheld: 150,
  } as const
  expect(payoutStateText(paid, 'not_connected', now)).toBe(
    'Paid out Mon, Nov 23, 2026, ¥150 deducted for an earlier refund',
  )
})

test('the earnings page shows that a payout was deducted in full, without a date, unless a transfer was made', () => {
  const paid = { ...row, state: 'paid', paid_at: '2026-11-23T00:00:00Z', withheld: 4500 } as const
  expect(payoutStateText(paid, 'ready', now)).toBe('Deducted in full for an earlier refund')
  const lost = { ...paid, earned: 0, has_transfer: true }
  expect(payoutStateText(lost, 'ready', now)).toBe(
    'Paid out Mon, Nov 23, 2026, ¥4,500 deducted for an earlier refund',
  )
})

test('the earnings page shows that Stripe refused a transfer instead of the date of the payout', () => {
  const text = 'Stripe refused the transfer; we’re handling it'
  const refused_at = '2026-11-22T22:00:00Z'
  expect(payoutStateText({ ...row, state: 'in_transit', refused_at }, 'ready', now)).toBe(text)
  const open = payouts.map((payout) => ({ ...payout, refused_at }))
  expect(nextPayoutText([total], 'ready', open)).toBe(text)
})

test('the earnings page shows amounts on hold separately from the amounts on their way to the bank', () => {
  const held = { state: 'on_hold', currency: 'EUR', earned: 382.5 } as EarningTotal
  expect(onItsWayNote([held, total], 'ready', payouts)).toBe(
    '€382.50 on hold. Next payout Mon, Nov 23, 2026',
  )
  expect(onItsWayNote([held], 'ready', [])).toBe('€382.50 on hold')
  expect(onItsWayNote([total], undefined, payouts)).toBeNull()
})

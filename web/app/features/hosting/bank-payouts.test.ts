import { expect, test } from 'vitest'
import type { BankPayout } from '#web/data/host-account.ts'
import { isPaidAgain, payoutName } from './bank-payouts.tsx'

const payout = (status: BankPayout['status'], currency: BankPayout['currency'] = 'usd') =>
  ({ status, currency }) as BankPayout

test('a payout that the bank refused needs no action once a later payout in its currency is sent', () => {
  const refused = payout('failed')
  expect(isPaidAgain(refused, [payout('in_transit')])).toBe(true)
  expect(isPaidAgain(refused, [payout('failed'), payout('paid')])).toBe(true)
  expect(isPaidAgain(refused, [])).toBe(false)
  expect(isPaidAgain(refused, [payout('failed')])).toBe(false)
  expect(isPaidAgain(refused, [payout('canceled')])).toBe(false)
  expect(isPaidAgain(refused, [payout('paid', 'eur')])).toBe(false)
})

test('payoutName says that a sent payout is at the bank only from the day of arrival', () => {
  const sent = { status: 'paid', arrives_at: '2026-11-28T00:00:00Z' } as BankPayout
  const nameAt = (time: string) => payoutName(sent, new Date(time))
  expect(nameAt('2026-11-27T12:00:00Z')).toBe('Expected at your bank on Sat, Nov 28, 2026')
  expect(nameAt('2026-11-28T12:00:00Z')).toBe('At your bank since Sat, Nov 28, 2026')
})

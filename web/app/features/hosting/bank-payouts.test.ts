import { expect, test } from 'vitest'
import type { BankPayout } from '#web/data/host-account.ts'
import { isPaidAgain } from './bank-payouts.tsx'

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

import type { Stripe } from 'stripe'
import { recordBankPayouts, type Cause } from './steps.ts'
import { stripeClient } from './stripe.ts'

/**
 * Remembers whether a host's bank takes what Stripe sends it: as the last payout that came to an
 * end says, whichever payout the news is about. `payout` as it is now.
 */
export async function recordBankPayout(
  accountId: string,
  payout: Stripe.Payout,
  cause: Cause,
): Promise<void> {
  const { data } = await stripeClient().payouts.list({ limit: 20 }, { stripeAccount: accountId })
  const last = data.find(({ status }) => status === 'failed' || status === 'paid')
  const refusedAt = last?.status === 'failed' ? new Date(last.created * 1000) : null
  await recordBankPayouts(accountId, refusedAt, payout.status === 'failed' ? payout : null, cause)
}

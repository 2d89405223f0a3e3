import type { Stripe } from 'stripe'
import { beginLookAtHostAccount, recordHostAccount, type Cause } from './steps.ts'
import { stripeClient } from './stripe.ts'

/**
 * How far a host is with being paid:
 * incomplete: Stripe still waits for them; pending: Stripe is looking at what they sent;
 * ready: money can be sent; restricted: it could, and cannot until they act.
 */
type HostAccountStatus = 'not_connected' | 'incomplete' | 'pending' | 'ready' | 'restricted'

function hostAccountStatus(account: Stripe.Account): HostAccountStatus {
  if (!account.details_submitted) return 'incomplete'
  if (account.payouts_enabled && account.capabilities?.transfers === 'active') return 'ready'
  const waitsForHost = (account.requirements?.currently_due ?? []).length > 0
  return waitsForHost ? 'restricted' : 'pending'
}

/** Looks how far a host's account is, and remembers whether money can be sent there. */
export async function lookAtHostAccount(
  accountId: string,
  cause?: Cause,
): Promise<HostAccountStatus> {
  const look = await beginLookAtHostAccount(accountId)
  const status = hostAccountStatus(await stripeClient().accounts.retrieve(accountId))
  await recordHostAccount(accountId, status === 'ready', look, cause)
  return status
}

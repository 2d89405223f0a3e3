import type { Stripe } from 'stripe'
import { recordHostAccount, type Cause } from './steps.ts'

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

/** Remembers whether the host can be paid, as Stripe says it now. */
export async function recordAccountState(
  account: Stripe.Account,
  cause?: Cause,
): Promise<HostAccountStatus> {
  const status = hostAccountStatus(account)
  await recordHostAccount(account.id, status === 'ready', cause)
  return status
}

import type { Stripe } from 'stripe'
import { idOf } from './payment-intents.ts'
import { recordDispute, type Cause } from './steps.ts'

/**
 * Writes down a dispute as Stripe has it now. What moved is told by its balance transactions: an
 * inquiry has none, a won dispute has two. Their amounts may be in the currency of the settlement,
 * so that the dispute's own counts.
 */
export async function recordDisputeState(dispute: Stripe.Dispute, cause: Cause): Promise<void> {
  const chargeId = idOf(dispute.charge)
  if (!chargeId) return
  const moved = (sign: 1 | -1) =>
    dispute.balance_transactions.some(({ amount }) => Math.sign(amount) === sign)
  await recordDispute(
    {
      id: dispute.id,
      chargeId,
      status: statusOf(dispute.status),
      amountMinor: dispute.amount,
      withdrawn: moved(-1),
      reinstated: moved(1),
    },
    cause,
  )
}

function statusOf(status: Stripe.Dispute.Status): 'inquiry' | 'open' | 'won' | 'lost' {
  switch (status) {
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'won'
    case 'lost':
      return 'lost'
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry'
    default:
      return 'open'
  }
}

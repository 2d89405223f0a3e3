import type Stripe from 'stripe'
import type { Acting } from '../core/call.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { emit } from '../webhooks/emit.ts'
import { move } from './balance.ts'
import { findCharge } from './charges.ts'

/** The card's bank sends a refund back, soon or weeks after it succeeded: the money is the platform's again. */
export function failRefund(acting: Acting, id: string, reason: string): Stripe.Refund {
  const refund = unfinishedRefund(acting, id, ['pending', 'succeeded'])
  delete refund.pending_reason
  refund.status = 'failed'
  refund.failure_reason = reason
  refund.failure_balance_transaction = move(acting, {
    type: 'refund_failure',
    reportingCategory: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FAILURE',
  }).id
  acting.store.update(refund)
  const charge = findCharge(acting, String(refund.charge))
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  acting.store.update(charge)
  emit(acting, 'refund.failed', refund)
  return told(acting, refund)
}

/** A refund that was waiting has arrived. */
export function completeRefund(acting: Acting, id: string): Stripe.Refund {
  const refund = unfinishedRefund(acting, id, ['pending'])
  delete refund.pending_reason
  refund.status = 'succeeded'
  acting.store.update(refund)
  return told(acting, refund)
}

/** Stripe tells of a change to a refund under its old name as well. */
function told(acting: Acting, refund: Stripe.Refund): Stripe.Refund {
  emit(acting, 'refund.updated', refund)
  emit(acting, 'charge.refund.updated', refund)
  return refund
}

function unfinishedRefund({ store }: Acting, id: string, statuses: string[]): Stripe.Refund {
  const refund = store.find<Stripe.Refund>('refund', id)
  if (!refund) throw noSuch('refund', id, 'refund')
  if (!statuses.includes(refund.status ?? ''))
    throw invalidRequest(`Refund ${id} is ${refund.status}.`, { param: 'refund' })
  return refund
}

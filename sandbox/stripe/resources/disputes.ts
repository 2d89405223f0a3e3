import type Stripe from 'stripe'
import { z } from 'zod'
import type { Acting, Call } from '../core/call.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { listPage } from '../core/lists.ts'
import { pagination, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { move } from './balance.ts'

const evidenceDays = 7

/** The cardholder disputes a charge: what was not refunded yet leaves the balance. */
export function openDispute(acting: Acting, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  if (charge.status !== 'succeeded' || charge.disputed || charge.refunded)
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' })
  const dispute = newDispute(acting, charge, reason)
  dispute.balance_transactions = [withdraw(acting, dispute, -1)]
  acting.store.insert(dispute)
  charge.disputed = true
  acting.store.update(charge)
  emit(acting, 'charge.dispute.created', dispute)
  emit(acting, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank decides. A won dispute brings the money back. */
export function closeDispute(
  acting: Acting,
  charge: Stripe.Charge,
  status: 'won' | 'lost',
): Stripe.Dispute {
  const [dispute] = acting.store.list<Stripe.Dispute>('dispute', {
    where: { charge: charge.id },
    limit: 1,
  })
  if (!dispute || dispute.status === 'won' || dispute.status === 'lost')
    throw invalidRequest(`Charge ${charge.id} has no open dispute.`, { param: 'charge' })
  dispute.status = status
  if (status === 'won') dispute.balance_transactions.push(withdraw(acting, dispute, 1))
  acting.store.update(dispute)
  if (status === 'won') emit(acting, 'charge.dispute.funds_reinstated', dispute)
  emit(acting, 'charge.dispute.closed', dispute)
  return dispute
}

export function retrieveDispute({ store, id }: Call): Stripe.Dispute {
  const dispute = store.find<Stripe.Dispute>('dispute', id)
  if (!dispute) throw noSuch('dispute', id)
  return dispute
}

const listSchema = z.strictObject({
  ...pagination,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
})

export function listDisputes({ store, params }: Call) {
  const { charge, payment_intent, ...page } = read(listSchema, params)
  return listPage(store, 'dispute', '/v1/disputes', page, { where: { charge, payment_intent } })
}

function withdraw(
  acting: Acting,
  dispute: Stripe.Dispute,
  sign: 1 | -1,
): Stripe.BalanceTransaction {
  return move(acting, {
    type: 'adjustment',
    reportingCategory: sign < 0 ? 'dispute' : 'dispute_reversal',
    amount: sign * dispute.amount,
    currency: dispute.currency,
    source: dispute.id,
    description: sign < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
  })
}

function newDispute({ clock }: Acting, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    // Evidence is never submitted to the sandbox; the bank's decision is a test control.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: clock.seconds() + evidenceDays * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
}

import type Stripe from 'stripe'
import { z } from 'zod'
import type { Acting, Call, World } from '../core/call.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { listPage } from '../core/lists.ts'
import { pagination, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { move } from './balance.ts'

const evidenceDays = 7

type Complaint = {
  reason: string
  /** Minor units; what was neither refunded nor disputed yet when it does not say. */
  amount?: number
  /** An inquiry asks first: no money moves, and a refund can still settle it. */
  isInquiry?: boolean
}

/** The cardholder disputes a charge, or a part of it: that leaves the balance, except for an inquiry. */
export function openDispute(
  acting: Acting,
  charge: Stripe.Charge,
  { reason, amount, isInquiry = false }: Complaint,
): Stripe.Dispute {
  const left = undisputedAmount(acting, charge)
  const value = amount ?? left
  if (charge.status !== 'succeeded' || left === 0 || value > left)
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' })
  const dispute = newDispute(acting, charge, value, reason)
  if (isInquiry)
    Object.assign(dispute, { status: 'warning_needs_response', is_charge_refundable: true })
  else dispute.balance_transactions = [withdraw(acting, dispute, -1)]
  acting.store.insert(dispute)
  charge.disputed = true
  acting.store.update(charge)
  emit(acting, 'charge.dispute.created', dispute)
  if (!isInquiry) emit(acting, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank is not content with an answer: what was an inquiry takes the money now. */
export function escalateDispute(acting: Acting, dispute: Stripe.Dispute): Stripe.Dispute {
  if (!isInquiry(dispute)) throw notOpen(dispute)
  dispute.status = 'needs_response'
  dispute.is_charge_refundable = false
  dispute.balance_transactions.push(withdraw(acting, dispute, -1))
  acting.store.update(dispute)
  emit(acting, 'charge.dispute.updated', dispute)
  emit(acting, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank decides. A won dispute brings the money back; an inquiry ends without having taken any. */
export function closeDispute(
  acting: Acting,
  dispute: Stripe.Dispute,
  status: 'won' | 'lost',
): Stripe.Dispute {
  if (closedStatuses.has(dispute.status)) throw notOpen(dispute)
  const takesBack = status === 'won' && !isInquiry(dispute)
  dispute.status = isInquiry(dispute) ? 'warning_closed' : status
  dispute.is_charge_refundable = false
  if (takesBack) dispute.balance_transactions.push(withdraw(acting, dispute, 1))
  acting.store.update(dispute)
  if (takesBack) emit(acting, 'charge.dispute.funds_reinstated', dispute)
  emit(acting, 'charge.dispute.closed', dispute)
  return dispute
}

/** The dispute with this id, or the one of the charge that was opened last. */
export function findDispute(
  { store }: World,
  { dispute: id, charge }: { dispute?: string; charge?: string },
): Stripe.Dispute {
  const [found] = id
    ? [store.find<Stripe.Dispute>('dispute', id)]
    : store.list<Stripe.Dispute>('dispute', { where: { charge }, limit: 1 })
  if (!found) throw noSuch('dispute', id ?? `of ${charge}`)
  return found
}

/** Whether a dispute keeps the charge from being refunded. */
export function isHeldByDispute({ store }: World, charge: string): boolean {
  return store
    .list<Stripe.Dispute>('dispute', { where: { charge } })
    .some(({ status, is_charge_refundable }) => !is_charge_refundable && !harmless.has(status))
}

const harmless = new Set<string>(['won', 'warning_closed'])
const closedStatuses = new Set<string>([...harmless, 'lost'])

function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_')
}

function notOpen({ id }: Stripe.Dispute) {
  return invalidRequest(`Dispute ${id} is closed, or no inquiry.`, { param: 'dispute' })
}

function undisputedAmount({ store }: World, charge: Stripe.Charge): number {
  const taken = store
    .list<Stripe.Dispute>('dispute', { where: { charge: charge.id } })
    .filter(({ status }) => !harmless.has(status))
    .reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(charge.amount - charge.amount_refunded - taken, 0)
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

function newDispute(
  { clock }: Acting,
  charge: Stripe.Charge,
  amount: number,
  reason: string,
): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount,
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

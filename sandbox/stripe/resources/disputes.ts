import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, EventContext, StripeContext } from '../core/context.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { boolean, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { move } from './balance.ts'

const evidenceDays = 7

type Complaint = {
  reason: string
  /**
   * `amount` is in minor units. Default: the part of the charge that is not refunded or disputed.
   */
  amount?: number
  /** `isInquiry` opens an inquiry, which moves no money and can be settled with a refund. */
  isInquiry?: boolean
}

export function openDispute(
  context: EventContext,
  charge: Stripe.Charge,
  { reason, amount, isInquiry = false }: Complaint,
): Stripe.Dispute {
  const remaining = undisputedAmount(context, charge)
  const value = amount ?? remaining
  if (!charge.captured || remaining === 0 || value > remaining)
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' })
  const dispute = newDispute(context, charge, value, reason)
  if (isInquiry)
    Object.assign(dispute, { status: 'warning_needs_response', is_charge_refundable: true })
  else dispute.balance_transactions = [withdraw(context, dispute, -1)]
  context.store.insert(dispute)
  charge.disputed = true
  context.store.update(charge)
  emit(context, 'charge.dispute.created', dispute)
  if (!isInquiry) emit(context, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/**
 * Turns an inquiry into a dispute. The dispute accepts evidence even if the inquiry was answered.
 */
export function escalateDispute(context: EventContext, dispute: Stripe.Dispute): Stripe.Dispute {
  if (!isInquiry(dispute)) throw notOpen(dispute)
  dispute.status = 'needs_response'
  dispute.is_charge_refundable = false
  Object.assign(dispute.evidence_details, newDeadline(context))
  dispute.balance_transactions.push(withdraw(context, dispute, -1))
  context.store.update(dispute)
  emit(context, 'charge.dispute.updated', dispute)
  emit(context, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Closes a dispute. A won dispute returns its money; a closed inquiry moves no money. */
export function closeDispute(
  context: EventContext,
  dispute: Stripe.Dispute,
  status: 'won' | 'lost',
): Stripe.Dispute {
  if (closedStatuses.has(dispute.status)) throw notOpen(dispute)
  const takesBack = status === 'won' && !isInquiry(dispute)
  dispute.status = isInquiry(dispute) ? 'warning_closed' : status
  dispute.is_charge_refundable = false
  if (takesBack) dispute.balance_transactions.push(withdraw(context, dispute, 1))
  context.store.update(dispute)
  if (takesBack) emit(context, 'charge.dispute.funds_reinstated', dispute)
  emit(context, 'charge.dispute.closed', dispute)
  return dispute
}

const evidenceText = z.string().max(20_000).optional()
const evidenceFile = z.string().startsWith('file_').optional()
const updateSchema = z.strictObject({
  evidence: z
    .strictObject({
      access_activity_log: evidenceText,
      cancellation_policy_disclosure: evidenceText,
      customer_communication: evidenceFile,
      customer_email_address: evidenceText,
      customer_name: evidenceText,
      product_description: evidenceText,
      receipt: evidenceFile,
      service_date: evidenceText,
      service_documentation: evidenceFile,
      uncategorized_text: evidenceText,
    })
    .optional(),
  submit: boolean.optional(),
})

/**
 * Stores evidence. Once the evidence is submitted, a test control decides the dispute in place of
 * the bank.
 */
export function updateDispute(call: Call): Stripe.Dispute {
  const { evidence, submit } = read(updateSchema, call.params)
  const dispute = findDispute(call, { dispute: call.id })
  const details = dispute.evidence_details
  if (closedStatuses.has(dispute.status)) throw notOpen(dispute)
  if (details.submission_count > 0)
    throw invalidRequest('This dispute already has submitted evidence.')
  if (details.due_by !== null && call.clock.seconds() > details.due_by)
    throw invalidRequest('The deadline to submit evidence for this dispute has passed.')
  for (const file of [
    evidence?.receipt,
    evidence?.service_documentation,
    evidence?.customer_communication,
  ])
    if (file && !call.store.find('file', file)) throw noSuch('file', file, 'evidence')
  dispute.evidence = { ...dispute.evidence, ...evidence } as Stripe.Dispute.Evidence
  details.has_evidence = true
  if (submit) {
    details.submission_count = 1
    details.submission_method = 'manual'
    dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
  }
  call.store.update(dispute)
  emit(call, 'charge.dispute.updated', dispute)
  return dispute
}

/** Finds a dispute by its id, or the latest dispute of a charge. */
export function findDispute(
  { store }: StripeContext,
  { dispute: id, charge }: { dispute?: string; charge?: string },
): Stripe.Dispute {
  const [found] = id
    ? [store.find<Stripe.Dispute>('dispute', id)]
    : store.list<Stripe.Dispute>('dispute', { where: { charge }, limit: 1 })
  if (!found) throw noSuch('dispute', id ?? `of ${charge}`)
  return found
}

/** Returns true if an open or lost dispute blocks refunds of the charge. */
export function isHeldByDispute({ store }: StripeContext, charge: string): boolean {
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

function undisputedAmount({ store }: StripeContext, charge: Stripe.Charge): number {
  const disputed = store
    .list<Stripe.Dispute>('dispute', { where: { charge: charge.id } })
    .filter(({ status }) => !harmless.has(status))
    .reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(charge.amount - charge.amount_refunded - disputed, 0)
}

function withdraw(
  context: EventContext,
  dispute: Stripe.Dispute,
  sign: 1 | -1,
): Stripe.BalanceTransaction {
  return move(context, {
    type: 'adjustment',
    reportingCategory: sign < 0 ? 'dispute' : 'dispute_reversal',
    amount: sign * dispute.amount,
    currency: dispute.currency,
    source: dispute.id,
    description: sign < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
  })
}

function newDeadline({ clock }: EventContext) {
  return {
    due_by: clock.seconds() + evidenceDays * 86_400,
    submission_count: 0,
    submission_method: 'not_submitted' as const,
  }
}

function newDispute(
  context: EventContext,
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
    created: context.clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      ...newDeadline(context),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
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

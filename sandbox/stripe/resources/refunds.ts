import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, StripeContext, EventContext } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { formatAmount } from '../core/present.ts'
import { amount, mergeMetadata, metadata, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { move } from './balance.ts'
import { findCharge } from './charges.ts'
import { findObject } from './handlers.ts'
import { isHeldByDispute } from './disputes.ts'
import { findIntent } from './stored-intents.ts'
import { findPaymentMethod } from './payment-methods.ts'

const createSchema = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  amount: amount.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
})

type CreateParams = z.infer<typeof createSchema>

/** Refunds a charge. Unlike Stripe, allows a refund that makes the balance negative. */
export function createRefund(call: Call): Stripe.Refund {
  const { refund, charge } = makeRefund(call, read(createSchema, call.params))
  const previous = { amount_refunded: charge.amount_refunded - refund.amount }
  const behavior = refundBehavior(call, charge)
  if (behavior === 'waits') {
    refund.status = 'pending'
    refund.pending_reason = 'processing'
    call.store.update(refund)
  }
  emit(call, 'charge.refunded', charge, { previous })
  emit(call, 'refund.created', refund)
  // The response to a refund with the test card pm_card_refundFail reports success. Afterwards,
  // only the stored refund changes to failed.
  if (behavior === 'fails') failRefund(call, refund.id, 'declined')
  return refund
}

/** Creates a refund like `createRefund`, but emits no events. */
export function makeRefund(
  context: StripeContext,
  params: CreateParams,
  id = newId('re'),
): { refund: Stripe.Refund; charge: Stripe.Charge } {
  const charge = refundableCharge(context, params)
  const unrefunded = charge.amount - charge.amount_refunded
  const value = params.amount ?? unrefunded
  if (unrefunded === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (value > unrefunded)
    throw invalidRequest(
      `Refund amount (${formatAmount(value, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(unrefunded, charge.currency)})`,
      { param: 'amount' },
    )
  const refund = newRefund(context, charge, value, params, id)
  refund.balance_transaction = move(context, {
    type: 'refund',
    reportingCategory: 'refund',
    amount: -value,
    currency: charge.currency,
    source: refund.id,
    description: 'REFUND FOR CHARGE',
  }).id
  context.store.insert(refund)
  charge.amount_refunded += value
  charge.refunded = charge.amount_refunded === charge.amount
  context.store.update(charge)
  return { refund, charge }
}

function refundableCharge(context: StripeContext, params: CreateParams): Stripe.Charge {
  const { charge: chargeId, payment_intent: intentId } = params
  if (!chargeId === !intentId)
    throw invalidRequest('You must provide exactly one of charge or payment_intent.', {
      param: 'charge',
    })
  const found = chargeId ?? findIntent(context, intentId ?? '', 'payment_intent').latest_charge
  if (typeof found !== 'string')
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    })
  const charge = findCharge(context, found, 'charge')
  if (charge.status !== 'succeeded')
    throw invalidRequest(
      intentId
        ? 'This PaymentIntent does not have a successful charge to refund.'
        : `Charge ${charge.id} is not refundable because it failed.`,
    )
  if (!charge.captured)
    throw invalidRequest(
      `Charge ${charge.id} is not captured. Cancel its PaymentIntent to release the authorization.`,
    )
  if (isHeldByDispute(context, charge.id))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  return charge
}

function refundBehavior(context: StripeContext, { payment_method }: Stripe.Charge) {
  if (!payment_method) return undefined
  return findPaymentMethod(context, payment_method, 'payment_method').$sandbox.behavior.refund
}

export function newRefund(
  { clock }: StripeContext,
  charge: Stripe.Charge,
  value: number,
  params: CreateParams,
  id: string,
): Stripe.Refund {
  return {
    id,
    object: 'refund',
    amount: value,
    balance_transaction: null,
    charge: charge.id,
    created: clock.seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

export function failRefund(eventContext: EventContext, id: string, reason: string): Stripe.Refund {
  const refund = unfinishedRefund(eventContext, id, ['pending', 'succeeded'])
  delete refund.pending_reason
  refund.status = 'failed'
  refund.failure_reason = reason
  refund.failure_balance_transaction = move(eventContext, {
    type: 'refund_failure',
    reportingCategory: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FAILURE',
  }).id
  eventContext.store.update(refund)
  const charge = findCharge(eventContext, String(refund.charge))
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  eventContext.store.update(charge)
  emit(eventContext, 'refund.failed', refund)
  return emitUpdated(eventContext, refund)
}

export function completeRefund(eventContext: EventContext, id: string): Stripe.Refund {
  const refund = unfinishedRefund(eventContext, id, ['pending'])
  delete refund.pending_reason
  refund.status = 'succeeded'
  eventContext.store.update(refund)
  return emitUpdated(eventContext, refund)
}

/**
 * For each change of a refund, emits `refund.updated` and the older event `charge.refund.updated`.
 */
function emitUpdated(eventContext: EventContext, refund: Stripe.Refund): Stripe.Refund {
  emit(eventContext, 'refund.updated', refund)
  emit(eventContext, 'charge.refund.updated', refund)
  return refund
}

function unfinishedRefund({ store }: EventContext, id: string, statuses: string[]): Stripe.Refund {
  const refund = findObject<Stripe.Refund>(store, 'refund', id, { param: 'refund' })
  if (!statuses.includes(refund.status ?? ''))
    throw invalidRequest(`Refund ${id} is ${refund.status}.`, { param: 'refund' })
  return refund
}

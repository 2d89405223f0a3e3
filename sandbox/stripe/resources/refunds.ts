import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, World } from '../core/call.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { listPage } from '../core/lists.ts'
import { formatAmount } from '../core/money.ts'
import { amount, mergeMetadata, metadata, pagination, read } from '../core/params.ts'
import { emit } from '../webhooks/emit.ts'
import { move } from './balance.ts'
import { findCharge } from './charges.ts'
import { isHeldByDispute } from './disputes.ts'
import { findIntent } from './kept-intents.ts'
import { findPaymentMethod } from './payment-methods.ts'
import { failRefund } from './refund-outcomes.ts'

const createSchema = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  amount: amount.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
})

type CreateParams = z.infer<typeof createSchema>

/** Gives money back to the card. Unlike Stripe's it never waits: the balance may go below zero. */
export function createRefund(call: Call): Stripe.Refund {
  const { refund, charge } = makeRefund(call, read(createSchema, call.params))
  const previous = { amount_refunded: charge.amount_refunded - refund.amount }
  const behaviour = refundBehaviour(call, charge)
  if (behaviour === 'waits') {
    refund.status = 'pending'
    refund.pending_reason = 'processing'
    call.store.update(refund)
  }
  emit(call, 'charge.refunded', charge, { previous })
  emit(call, 'refund.created', refund)
  // Whoever asked hears of a success: the bank sends it back afterwards.
  if (behaviour === 'fails') failRefund(call, refund.id, 'declined')
  return refund
}

/** As `createRefund`, telling nobody. The charge comes back as it is now. */
export function makeRefund(
  world: World,
  params: CreateParams,
  id = newId('re'),
): { refund: Stripe.Refund; charge: Stripe.Charge } {
  const charge = refundableCharge(world, params)
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
  const refund = newRefund(world, charge, value, params, id)
  refund.balance_transaction = move(world, {
    type: 'refund',
    reportingCategory: 'refund',
    amount: -value,
    currency: charge.currency,
    source: refund.id,
    description: 'REFUND FOR CHARGE',
  }).id
  world.store.insert(refund)
  charge.amount_refunded += value
  charge.refunded = charge.amount_refunded === charge.amount
  world.store.update(charge)
  return { refund, charge }
}

export function retrieveRefund({ store, id }: Call): Stripe.Refund {
  const refund = store.find<Stripe.Refund>('refund', id)
  if (!refund) throw noSuch('refund', id)
  return refund
}

const updateSchema = z.strictObject({ metadata: metadata.optional() })

export function updateRefund(call: Call): Stripe.Refund {
  const { metadata } = read(updateSchema, call.params)
  const refund = retrieveRefund(call)
  refund.metadata = mergeMetadata(refund.metadata ?? {}, metadata)
  call.store.update(refund)
  emit(call, 'refund.updated', refund)
  return refund
}

const listSchema = z.strictObject({
  ...pagination,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
})

export function listRefunds({ store, params }: Call) {
  const { charge, payment_intent, ...page } = read(listSchema, params)
  return listPage(store, 'refund', '/v1/refunds', page, { where: { charge, payment_intent } })
}

function refundableCharge(world: World, params: CreateParams): Stripe.Charge {
  const { charge: chargeId, payment_intent: intentId } = params
  if (!chargeId === !intentId)
    throw invalidRequest('You must provide exactly one of charge or payment_intent.', {
      param: 'charge',
    })
  const found = chargeId ?? findIntent(world, intentId ?? '', 'payment_intent').latest_charge
  if (typeof found !== 'string')
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    })
  const charge = findCharge(world, found, 'charge')
  if (charge.status !== 'succeeded')
    throw invalidRequest(
      intentId
        ? 'This PaymentIntent does not have a successful charge to refund.'
        : `Charge ${charge.id} is not refundable because it failed.`,
    )
  if (isHeldByDispute(world, charge.id))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  return charge
}

function refundBehaviour(world: World, { payment_method }: Stripe.Charge) {
  if (!payment_method) return undefined
  return findPaymentMethod(world, payment_method, 'payment_method').$sandbox.behaviour.refund
}

function newRefund(
  { clock }: World,
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

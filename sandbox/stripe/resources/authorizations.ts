import type Stripe from 'stripe'
import { z } from 'zod'
import { noRequest, type Call, type EventContext, type StripeContext } from '../core/context.ts'
import { invalidRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { amount, read } from '../core/params.ts'
import { formatAmount } from '../core/present.ts'
import { emit } from '../webhooks/emit.ts'
import { authorizationSeconds, findCharge, receive } from './charges.ts'
import { disputeAsCardDoes } from './payment-intent-confirmation.ts'
import { newRefund } from './refunds.ts'
import { cancelIntent, findIntent, unexpectedState, type StoredIntent } from './stored-intents.ts'

const captureSchema = z.strictObject({ amount_to_capture: amount.optional() })

/** Charges an authorized card and releases the amount that is not captured. */
export function capturePaymentIntent(call: Call): StoredIntent {
  const { amount_to_capture } = read(captureSchema, call.params)
  const intent = authorizedIntent(call, call.id, 'captured')
  const value = amount_to_capture ?? intent.amount_capturable
  if (value > intent.amount_capturable)
    throw invalidRequest(
      `The amount to capture (${formatAmount(value, intent.currency)}) is greater than the capturable amount (${formatAmount(intent.amount_capturable, intent.currency)}).`,
      { param: 'amount_to_capture' },
    )
  const charge = findCharge(call, String(intent.latest_charge))
  if (intent.$sandbox?.refusesCapture)
    throw invalidRequest(
      `The charge ${charge.id} cannot be captured because its authorization has expired.`,
      { code: 'charge_expired_for_capture' },
    )
  charge.captured = true
  charge.amount_captured = value
  charge.balance_transaction = receive(call, charge)
  if (value < charge.amount) release(call, charge, null)
  call.store.update(charge)
  emit(call, 'charge.captured', charge)
  Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: value })
  call.store.update(intent)
  emit(call, 'payment_intent.succeeded', intent)
  disputeAsCardDoes(call, charge)
  return intent
}

/** Releases the authorization of an intent that is being cancelled. */
export function releaseAuthorization(context: EventContext, intent: StoredIntent): void {
  const charge = findCharge(context, String(intent.latest_charge))
  release(context, charge, 'requested_by_customer')
  emit(context, 'charge.refunded', charge, { previous: { amount_refunded: 0, refunded: false } })
}

/** Cancels payment intents that were authorized at least seven days ago. */
export function expireAuthorizations(context: StripeContext): void {
  const expired = context.store.rows<{ intent: string }>(
    `select data ->> 'payment_intent' as intent from objects indexed by authorizations
     where kind = 'charge' and json_extract(data, '$.captured') = 0
       and json_extract(data, '$.refunded') = 0 and json_extract(data, '$.status') = 'succeeded'
       and created <= ?`,
    context.clock.seconds() - authorizationSeconds,
  )
  if (expired.length === 0) return
  context.store.savepoint(() => {
    for (const { intent } of expired) expireAuthorization(context, intent)
  })
}

export function expireAuthorization(context: StripeContext, id: string): StoredIntent {
  const unrequested = { ...context, origin: noRequest }
  const intent = authorizedIntent(context, id, 'expired')
  const charge = findCharge(context, String(intent.latest_charge))
  release(context, charge, 'expired_uncaptured_charge')
  emit(unrequested, 'charge.expired', charge)
  return cancelIntent(unrequested, intent, 'automatic')
}

/** Makes later captures of an intent fail, as if the bank had dropped the authorization. */
export function refuseCapture(context: StripeContext, id: string): StoredIntent {
  const intent = authorizedIntent(context, id, 'refused')
  intent.$sandbox = { ...intent.$sandbox, refusesCapture: true }
  context.store.update(intent)
  return intent
}

/**
 * Releases the uncaptured amount to the card. Like Stripe, records a refund without a balance
 * transaction, because no money has moved.
 */
function release(
  context: StripeContext,
  charge: Stripe.Charge,
  reason: Stripe.Refund.Reason | null,
): void {
  const value = charge.amount - charge.amount_captured
  const refund = newRefund(context, charge, value, {}, newId('re'))
  refund.reason = reason
  context.store.insert(refund)
  charge.amount_refunded = value
  charge.refunded = value === charge.amount
  context.store.update(charge)
}

function authorizedIntent(context: StripeContext, id: string, action: string): StoredIntent {
  const intent = findIntent(context, id)
  if (intent.status === 'requires_capture') return intent
  throw unexpectedState(
    intent,
    `This PaymentIntent could not be ${action} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${action}: requires_capture.`,
  )
}

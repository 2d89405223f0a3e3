import type Stripe from 'stripe'
import type { EventContext, StripeContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Decline } from '../core/test-cards.ts'
import { emit } from '../webhooks/emit.ts'
import { move } from './balance.ts'
import { findObject } from './handlers.ts'
import { cardOf, type StoredPaymentMethod } from './payment-methods.ts'

/** Seconds after which an uncaptured authorization expires. */
export const authorizationSeconds = 7 * 86_400

type ChargeAttempt = {
  intent: Stripe.PaymentIntent
  method: StoredPaymentMethod
  decline: Decline | undefined
  authenticated: boolean
}

export function chargeCard(eventContext: EventContext, attempt: ChargeAttempt): Stripe.Charge {
  const charge = makeCharge(eventContext, attempt)
  emit(eventContext, attempt.decline ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

/** Charges a card like `chargeCard`, but emits no events. */
export function makeCharge(
  context: StripeContext,
  attempt: ChargeAttempt,
  id = newId('ch'),
): Stripe.Charge {
  const charge = newCharge(context, attempt, id)
  if (charge.captured) charge.balance_transaction = receive(context, charge)
  context.store.insert(charge)
  return charge
}

/** Adds a charge's captured amount to the balance. Returns the balance transaction's id. */
export function receive(context: StripeContext, charge: Stripe.Charge): string {
  return move(context, {
    type: 'charge',
    reportingCategory: 'charge',
    amount: charge.amount_captured,
    currency: charge.currency,
    source: charge.id,
    description: charge.description,
  }).id
}

export function findCharge({ store }: StripeContext, id: string, param = 'id'): Stripe.Charge {
  return findObject<Stripe.Charge>(store, 'charge', id, { param })
}

function newCharge(
  { clock }: StripeContext,
  { intent, method, decline, authenticated }: ChargeAttempt,
  id: string,
): Stripe.Charge {
  const isCaptured = !decline && intent.capture_method !== 'manual'
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isCaptured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isCaptured,
    created: clock.seconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        ...chargedCard(method, intent.amount, authenticated),
        ...(!decline && !isCaptured && { capture_before: clock.seconds() + authorizationSeconds }),
      },
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

function outcome(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline ? (decline.decline_code ?? decline.code) : null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank did not accept the payment.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function chargedCard(
  method: StoredPaymentMethod,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = cardOf(method)
  return {
    amount_authorized: amount,
    authorization_code: '123456',
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: method.$sandbox.checksCvc ? 'pass' : null,
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}

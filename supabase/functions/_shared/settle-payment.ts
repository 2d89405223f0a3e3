import type { Stripe } from 'stripe'
import { query, queryValue } from './database.ts'
import {
  attachIntent,
  cancelPaymentIntentOf,
  cancelled,
  capturedIntentOf,
  createdAt,
  paymentIntentOf,
  type Payment,
} from './payment-intents.ts'
import { makePendingRefunds } from './refunds.ts'
import { eventArguments, idOf, type StripeEvent } from './stripe.ts'

export type Settlement = {
  /**
   * `refunded` means that the guest gets a full refund. When the payment arrived, the slot was
   * already taken or over, or the booking request or booking change had ended.
   */
  outcome: 'confirmed' | 'requested' | 'refunded' | 'processing' | 'unpaid' | 'cancelled'
  /**
   * The booking's id. Null for a `requested` booking change, and for an outcome without a booking.
   */
  bookingId: string | null
}

/**
 * Updates the database to the state of a PaymentIntent. The caller reads the PaymentIntent from
 * Stripe's API, because events may be stale. Calls may be repeated and come in any order. Returns
 * null if the PaymentIntent belongs to another project.
 */
export async function settlePayment(
  intent: Stripe.PaymentIntent,
  event?: StripeEvent,
): Promise<Settlement | null> {
  const paymentId = intent.metadata.payment_id
  if (!paymentId) return null
  if (intent.status === 'succeeded') return settlePaid(paymentId, intent, event)
  // Stores the PaymentIntent's id, because refunds need the id and a restored database may lack it.
  await attachIntent(paymentId, intent)
  switch (intent.status) {
    case 'requires_capture':
      return settleAuthorized(paymentId, intent, event)
    case 'canceled':
      await abandonPayment(paymentId, event)
      return { outcome: 'cancelled', bookingId: null }
    case 'processing':
      await query`select hold_while_processing(p_payment_id => ${paymentId})`
      return { outcome: 'processing', bookingId: null }
    default:
      return { outcome: 'unpaid', bookingId: null }
  }
}

/**
 * Returns the booking of a paid PaymentIntent if the payment is already settled, and records the
 * event. Returns null if there is no booking yet, or if its host did not accept it.
 */
export async function bookingOfIntent(
  intentId: string,
  event?: StripeEvent,
): Promise<{ id: string; user_id: string } | null> {
  const { id, type } = eventArguments(event)
  const [booking] = await query<{ id: string; user_id: string }>`
    select id, user_id from booking_of_intent(p_payment_intent_id => ${intentId},
      p_event_id => ${id}, p_event_type => ${type})`
  return booking ?? null
}

async function settlePaid(
  paymentId: string,
  intent: Stripe.PaymentIntent,
  event?: StripeEvent,
): Promise<Settlement> {
  const chargeId = idOf(intent.latest_charge)
  const { amount_received: amountMinor, currency } = intent
  const paid = { paymentId, chargeId, amountMinor, currency, intent }
  const bookingId = await confirmBooking(paid, event)
  if (bookingId) return { outcome: 'confirmed', bookingId }
  await makePendingRefunds(paymentId)
  return { outcome: 'refunded', bookingId: null }
}

async function settleAuthorized(
  paymentId: string,
  intent: Stripe.PaymentIntent,
  event?: StripeEvent,
): Promise<Settlement | null> {
  const { amount_capturable: amountMinor, currency } = intent
  if (intent.metadata.change_id) return settleAuthorizedChange(paymentId, intent, event)
  const bookingId = await recordRequest({ paymentId, amountMinor, currency }, event)
  if (bookingId) return { outcome: 'requested', bookingId }
  return settlePayment(await cancelled(intent.id, 'abandoned'))
}

/**
 * Captures the authorization of a booking change's price difference once guest and host have
 * agreed. Releases the authorization if the change was declined, withdrawn or has expired.
 */
async function settleAuthorizedChange(
  paymentId: string,
  intent: Stripe.PaymentIntent,
  event?: StripeEvent,
): Promise<Settlement | null> {
  const { id, type } = eventArguments(event)
  const next = await queryValue<'wait' | 'capture' | 'release'>`
    select record_change_authorization(p_payment_id => ${paymentId},
      p_amount_minor => ${intent.amount_capturable}, p_currency => ${intent.currency},
      p_event_id => ${id}, p_event_type => ${type})`
  if (next === 'wait') return { outcome: 'requested', bookingId: null }
  return settlePayment(
    await (next === 'capture' ? capturedIntentOf(intent.id) : cancelled(intent.id, 'abandoned')),
  )
}

/**
 * Records a booking request that is free or whose card is authorized. Returns the booking's id, or
 * null if the slot is taken or its start has passed.
 */
export function recordRequest(
  authorized: { paymentId: string; amountMinor: number; currency: string },
  event?: StripeEvent,
): Promise<string | null> {
  const { id, type } = eventArguments(event)
  return queryValue<string | null>`
    select record_request(p_payment_id => ${authorized.paymentId},
      p_amount_minor => ${authorized.amountMinor}, p_currency => ${authorized.currency},
      p_event_id => ${id}, p_event_type => ${type})`
}

/**
 * Before a payment is cancelled, records its booking request if the card is already authorized.
 * Returns null if no request was recorded.
 */
export async function recordMissedRequest(payment: Payment): Promise<Settlement | null> {
  if (!payment.is_request || !payment.stripe_payment_intent_id) return null
  const settlement = await settlePayment(await paymentIntentOf(payment))
  return settlement?.outcome === 'requested' ? settlement : null
}

type PaidPayment = {
  paymentId: string
  chargeId: string | null
  amountMinor: number
  currency: string
  /**
   * The payment's PaymentIntent; undefined for a free booking. Its id is stored if the payment does
   * not have it yet.
   */
  intent?: Stripe.PaymentIntent
}

/**
 * Books the slot of a payment, or applies its booking change. Returns the booking's id, or null if
 * the slot is taken or over, or the booking request or booking change has ended.
 */
export async function confirmBooking(
  paid: PaidPayment,
  event?: StripeEvent,
): Promise<string | null> {
  const { id, type } = eventArguments(event)
  const result = await queryValue<{
    outcome: 'confirmed' | 'refund_due'
    booking_id: string | null
  }>`
    select confirm_booking(p_payment_id => ${paid.paymentId}, p_charge_id => ${paid.chargeId},
      p_amount_minor => ${paid.amountMinor}, p_currency => ${paid.currency},
      p_event_id => ${id}, p_event_type => ${type},
      p_payment_intent_id => ${paid.intent?.id ?? null},
      p_intent_created_at => ${paid.intent ? createdAt(paid.intent) : null})`
  return result.outcome === 'confirmed' ? result.booking_id : null
}

async function abandonPayment(paymentId: string, event?: StripeEvent): Promise<void> {
  const { id, type } = eventArguments(event)
  await query`
    select abandon_payment(p_payment_id => ${paymentId}, p_event_id => ${id}, p_event_type => ${type})`
}

/** Abandons a payment unless its PaymentIntent is stored. */
export async function abandonWithoutIntent(paymentId: string): Promise<void> {
  await query`select abandon_payment(p_payment_id => ${paymentId}, p_only_without_intent => true)`
}

/**
 * Cancels a payment at Stripe before releasing its slot, so that guests can pay only for held
 * slots. Settles a payment that Stripe can no longer cancel.
 */
export async function releasePayment(payment: Payment): Promise<void> {
  const intent = await cancelPaymentIntentOf(payment, 'abandoned')
  await (intent ? settlePayment(intent) : abandonPayment(payment.id))
}

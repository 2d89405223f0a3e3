import type { Stripe } from 'stripe'
import type { Currency } from '@hourspace/domain/money.ts'
import { queryValue } from './database.ts'
import { failure, type FunctionError } from './errors.ts'
import { logError } from './log.ts'
import { isRefusal, stripeClient } from './stripe.ts'

export type Payment = {
  id: string
  user_id: string
  space_id: string
  currency: Currency
  total_minor: number
  /**
   * `is_request` is true if the card is only authorized until the booking request or booking change
   * is accepted.
   */
  is_request: boolean
  change_id: string | null
  stripe_payment_intent_id: string | null
}

/**
 * Returns the PaymentIntent of a payment, and creates it on first use. The idempotency key and the
 * parameters depend only on the payment, so that a retry after a crash returns the same
 * PaymentIntent.
 */
export async function paymentIntentOf(payment: Payment): Promise<Stripe.PaymentIntent> {
  const stripe = stripeClient()
  if (payment.stripe_payment_intent_id) {
    return stripe.paymentIntents.retrieve(payment.stripe_payment_intent_id)
  }
  const intent = await stripe.paymentIntents.create(
    {
      amount: payment.total_minor,
      currency: payment.currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      ...(payment.is_request ? { capture_method: 'manual' as const } : {}),
      transfer_group: transferGroupOf(payment.id),
      metadata: {
        payment_id: payment.id,
        space_id: payment.space_id,
        user_id: payment.user_id,
        ...(payment.change_id ? { change_id: payment.change_id } : {}),
      },
    },
    { idempotencyKey: `payment_intent:${payment.id}` },
  )
  const isOpen = await attachIntent(payment.id, intent)
  return isOpen ? intent : cancelled(intent.id, 'abandoned')
}

/** Returns the error to throw if `paymentIntentOf` has failed with `cause`. */
export function paymentIntentFailure(cause: unknown, paymentId: string): FunctionError {
  if (isRefusal(cause) && /^amount_too_(small|large)$/.test(cause.code ?? '')) {
    return failure('amount_not_chargeable')
  }
  logError(`Stripe returned no PaymentIntent for payment ${paymentId}`, cause)
  return failure('payment_provider_failed')
}

/** Returns true if a PaymentIntent is paid, authorized or cancelled. */
export function isClosed({ status }: Stripe.PaymentIntent): boolean {
  return ['succeeded', 'requires_capture', 'canceled'].includes(status)
}

/**
 * Stores a payment's PaymentIntent, unless the payment already has one. Returns whether the payment
 * is still open.
 */
export function attachIntent(paymentId: string, intent: Stripe.PaymentIntent): Promise<boolean> {
  return queryValue<boolean>`
    select attach_payment_intent(p_payment_id => ${paymentId}, p_payment_intent_id => ${intent.id},
      p_created_at => ${createdAt(intent)})`
}

export const createdAt = ({ created }: Stripe.PaymentIntent) => new Date(created * 1000)

/**
 * Cancels the PaymentIntent of a payment and returns the PaymentIntent. Returns it unchanged if it
 * is paid or a bank is processing it. Returns null if the payment has no PaymentIntent: the booking
 * is free, or Stripe refuses to create the PaymentIntent.
 */
export async function cancelPaymentIntentOf(
  payment: Payment,
  reason: 'abandoned' | 'duplicate',
): Promise<Stripe.PaymentIntent | null> {
  const intentId = await intentIdOf(payment)
  return intentId ? cancelled(intentId, reason) : null
}

/**
 * Captures an authorized PaymentIntent, or cancels it if Stripe refuses the capture. Idempotent.
 */
export function capturedIntentOf(intentId: string): Promise<Stripe.PaymentIntent> {
  return stripeClient()
    .paymentIntents.capture(intentId)
    .catch((cause: unknown) => {
      if (isRefusal(cause)) return cancelled(intentId, 'abandoned')
      throw cause
    })
}

/** Cancels a PaymentIntent. Returns it unchanged if Stripe can no longer cancel it. */
export function cancelled(
  intentId: string,
  reason: 'abandoned' | 'duplicate',
): Promise<Stripe.PaymentIntent> {
  const { paymentIntents } = stripeClient()
  return paymentIntents
    .cancel(intentId, { cancellation_reason: reason })
    .catch((cause: unknown) => {
      if (isRefusal(cause)) return paymentIntents.retrieve(intentId)
      throw cause
    })
}

/**
 * Returns the id of a payment's PaymentIntent. If a crash has lost the id, repeats the request that
 * created the PaymentIntent, whose idempotency key returns the existing one.
 */
async function intentIdOf(payment: Payment): Promise<string | null> {
  if (payment.total_minor === 0) return null
  if (payment.stripe_payment_intent_id) return payment.stripe_payment_intent_id
  try {
    return (await paymentIntentOf(payment)).id
  } catch (cause) {
    if (isRefusal(cause)) return null
    throw cause
  }
}

/** Returns the Stripe transfer group that links a guest's charge to the transfer to the host. */
export function transferGroupOf(paymentId: string): string {
  return `payment_${paymentId}`
}

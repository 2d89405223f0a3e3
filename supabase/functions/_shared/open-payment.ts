import type { Stripe } from 'stripe'
import { query } from './database.ts'
import { failure } from './errors.ts'
import type { Checkout } from './hold-slot.ts'
import { logError } from './log.ts'
import { paymentIntentOf } from './payment-intents.ts'
import { settlePayment } from './settle-payment.ts'
import { isRefusal } from './stripe.ts'

/** Returns what the browser needs to pay for a held slot. Throws already_booked for a paid slot. */
export async function openPayment(checkout: Checkout) {
  const intent = await intentOrRelease(checkout)
  if (['succeeded', 'requires_capture', 'canceled'].includes(intent.status)) {
    const settlement = await settlePayment(intent)
    throw settlement?.bookingId || intent.status === 'succeeded'
      ? failure('already_booked', { bookingId: settlement?.bookingId })
      : failure('checkout_lapsed')
  }
  if (intent.status === 'processing') throw failure('payment_processing')
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id, bookingId: null }
}

/**
 * Returns the PaymentIntent of a payment. Releases the slot if Stripe refuses to create a
 * PaymentIntent.
 */
async function intentOrRelease(checkout: Checkout): Promise<Stripe.PaymentIntent> {
  try {
    return await paymentIntentOf(checkout)
  } catch (cause) {
    // Keeps the hold after a 409, because a concurrent request with the same idempotency key may
    // still succeed.
    const isKeyInUse = cause instanceof Error && 'statusCode' in cause && cause.statusCode === 409
    if (!isKeyInUse) {
      await query`
        select abandon_payment(p_payment_id => ${checkout.id}, p_only_without_intent => true)`
    }
    if (isRefusal(cause) && /^amount_too_(small|large)$/.test(cause.code ?? '')) {
      throw failure('amount_not_chargeable')
    }
    logError(`Stripe returned no PaymentIntent for payment ${checkout.id}`, cause)
    throw failure('payment_provider_failed')
  }
}

import type { Stripe } from 'stripe'
import { failure } from './errors.ts'
import type { Checkout } from './hold-slot.ts'
import { isClosed, paymentIntentFailure, paymentIntentOf } from './payment-intents.ts'
import { abandonWithoutIntent, settlePayment } from './settle-payment.ts'
import { isKeyInUse } from './stripe.ts'

/**
 * Returns the data with which the browser pays for a held slot. Throws already_booked if the slot
 * is already paid for or requested, and checkout_lapsed if the PaymentIntent is cancelled.
 */
export async function openPayment(checkout: Checkout) {
  const intent = await intentOrRelease(checkout)
  if (isClosed(intent)) {
    const settlement = await settlePayment(intent)
    throw settlement?.bookingId || intent.status === 'succeeded'
      ? failure('already_booked', { bookingId: settlement?.bookingId })
      : failure('checkout_lapsed')
  }
  if (intent.status === 'processing') throw failure('payment_processing')
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id, bookingId: null }
}

/**
 * Returns the PaymentIntent of a payment. Releases the slot after an error, unless the
 * PaymentIntent is stored or a concurrent request may still create it. Stripe may have created the
 * PaymentIntent despite the error, but it cannot be paid, because no browser has received its
 * client secret.
 */
async function intentOrRelease(checkout: Checkout): Promise<Stripe.PaymentIntent> {
  try {
    return await paymentIntentOf(checkout)
  } catch (cause) {
    if (!isKeyInUse(cause)) await abandonWithoutIntent(checkout.id)
    throw paymentIntentFailure(cause, checkout.id)
  }
}

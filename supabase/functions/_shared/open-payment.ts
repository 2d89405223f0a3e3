import type { Stripe } from 'stripe'
import { failure } from './errors.ts'
import type { Checkout } from './hold-slot.ts'
import { isClosed, paymentIntentFailure, paymentIntentOf } from './payment-intents.ts'
import {
  abandonWithoutIntent,
  confirmBooking,
  recordRequest,
  settlePayment,
} from './settle-payment.ts'
import { isKeyInUse } from './stripe.ts'

/**
 * Returns the data with which the browser pays for a held slot. Books the slot at once if it is
 * free of charge. Throws already_booked if the slot is already paid for or requested,
 * checkout_lapsed if the PaymentIntent is cancelled, and slot_taken if a free slot is no longer
 * held.
 */
export async function openPayment(checkout: Checkout) {
  if (checkout.total_minor === 0) return bookFree(checkout)
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

async function bookFree({ id: paymentId, currency, is_request }: Checkout) {
  const free = { paymentId, amountMinor: 0, currency }
  const bookingId = await (is_request
    ? recordRequest(free)
    : confirmBooking({ ...free, chargeId: null }))
  // A concurrent checkout of the same guest has replaced the hold, so no booking was created.
  if (!bookingId) throw failure('slot_taken')
  return { clientSecret: null, paymentIntentId: null, bookingId }
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

import type { Stripe } from 'stripe'
import { idOf } from './payment-intents.ts'
import { makePendingRefunds } from './refunds.ts'
import { abandonPayment, confirmBooking, type Cause } from './steps.ts'

export type Settlement = {
  /** refunded: paid, but the slot was gone; the money goes back in full. */
  outcome: 'confirmed' | 'refunded' | 'processing' | 'unpaid' | 'cancelled'
  bookingId: string | null
}

/**
 * Makes the database agree with what Stripe says of a PaymentIntent now. Webhook, confirmation
 * screen and job all end here, in any order and any number of times.
 *
 * `intent` must come fresh from the API, never out of an event. Null when it is not one of ours.
 */
export async function settlePayment(
  intent: Stripe.PaymentIntent,
  cause?: Cause,
): Promise<Settlement | null> {
  const paymentId = intent.metadata.payment_id
  if (!paymentId) return null
  switch (intent.status) {
    case 'succeeded':
      return settlePaid(paymentId, intent, cause)
    case 'canceled':
      await abandonPayment(paymentId, cause)
      return { outcome: 'cancelled', bookingId: null }
    case 'processing':
      return { outcome: 'processing', bookingId: null }
    default:
      return { outcome: 'unpaid', bookingId: null }
  }
}

async function settlePaid(
  paymentId: string,
  intent: Stripe.PaymentIntent,
  cause?: Cause,
): Promise<Settlement> {
  const confirmation = await confirmBooking(
    {
      paymentId,
      chargeId: idOf(intent.latest_charge),
      amountMinor: intent.amount_received,
      currency: intent.currency,
    },
    cause,
  )
  if (confirmation.outcome === 'confirmed') {
    return { outcome: 'confirmed', bookingId: confirmation.booking_id }
  }
  await makePendingRefunds(paymentId)
  return { outcome: 'refunded', bookingId: null }
}

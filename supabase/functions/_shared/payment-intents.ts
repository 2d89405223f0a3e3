import type { Stripe } from 'stripe'
import { attachPaymentIntent, type Payment } from './steps.ts'
import { stripeClient } from './stripe.ts'

/**
 * The PaymentIntent of a payment, made at its first use. Its idempotency key is the payment's and
 * its parameters come from the payment alone, so that asking again after a crash or a lost answer
 * finds the same intent.
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
      transfer_group: transferGroupOf(payment.id),
      metadata: {
        payment_id: payment.id,
        space_id: payment.space_id,
        user_id: payment.user_id,
      },
    },
    { idempotencyKey: `payment_intent:${payment.id}` },
  )
  await attachPaymentIntent(payment.id, intent.id, new Date(intent.created * 1000))
  return intent
}

/** Ties the charge of a payment and the transfer to its host together at Stripe. */
export function transferGroupOf(paymentId: string): string {
  return `payment_${paymentId}`
}

/** An expandable field of a Stripe object as an id. */
export function idOf(field: string | { id: string } | null): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null)
}

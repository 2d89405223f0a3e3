import type { Stripe } from 'stripe'
import { attachPaymentIntent, type Payment } from './steps.ts'
import { isRefusal, stripeClient } from './stripe.ts'

/**
 * The PaymentIntent of a payment, made at its first use. Its idempotency key is the payment's and
 * its parameters come from the payment alone, so that asking again after a crash or a lost answer
 * finds the same intent. It is cancelled when the payment was given up in the meantime.
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
  const createdAt = new Date(intent.created * 1000)
  const isOpen = await attachPaymentIntent(payment.id, intent.id, createdAt)
  return isOpen ? intent : cancelled(intent.id, 'abandoned')
}

/**
 * Sees to it that nobody can make a payment any more, and answers its PaymentIntent as it is then: of
 * any other status than `canceled`, it is paid, or a bank is busy with it. Null when there is none:
 * the booking is free, or Stripe refuses to make one.
 */
export async function cancelPaymentIntentOf(
  payment: Payment,
  reason: 'abandoned' | 'duplicate',
): Promise<Stripe.PaymentIntent | null> {
  const intentId = await intentIdOf(payment)
  return intentId ? cancelled(intentId, reason) : null
}

/** The PaymentIntent after an attempt to cancel it. */
function cancelled(
  intentId: string,
  reason: 'abandoned' | 'duplicate',
): Promise<Stripe.PaymentIntent> {
  const { paymentIntents } = stripeClient()
  return paymentIntents
    .cancel(intentId, { cancellation_reason: reason })
    .catch((cause: unknown) => {
      // Paid or cancelled already, or the bank is still thinking: look again.
      if (isRefusal(cause)) return paymentIntents.retrieve(intentId)
      throw cause
    })
}

/** After a crash the intent may exist without our knowing its id; asking for it again tells. */
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

/** Ties the charge of a payment and the transfer to its host together at Stripe. */
export function transferGroupOf(paymentId: string): string {
  return `payment_${paymentId}`
}

/** An expandable field of a Stripe object as an id. */
export function idOf(field: string | { id: string } | null): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null)
}

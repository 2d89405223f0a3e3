import type { Stripe } from 'stripe'
import { failure } from '#functions/_shared/errors.ts'
import { logError } from '#functions/_shared/log.ts'
import { cancelPaymentIntentOf } from '#functions/_shared/payment-intents.ts'
import { settlePayment } from '#functions/_shared/settle-payment.ts'
import {
  beginCheckout,
  type Checkout,
  type CheckoutWish,
  type Payment,
} from '#functions/_shared/steps.ts'

/** Each is a checkout that began, or a hold that ran out, in between. */
const mostRounds = 5

/**
 * Holds the slot for a guest. Payments in its way, their own for a time that overlaps and those of
 * others whose hold has run out, are cancelled at Stripe first: an intent that can still be paid always
 * has its slot. After a crash in between, asking again goes on, and Stripe's news or
 * `reconcile-payments` frees the slot of what was cancelled.
 */
export async function openCheckout(wish: CheckoutWish): Promise<Checkout> {
  const givenUp: string[] = []
  for (let round = 0; round < mostRounds; round += 1) {
    const answer = await beginCheckout(wish, givenUp)
    if (!('replaces' in answer)) return answer
    for (const payment of answer.replaces) {
      await (payment.user_id === wish.userId ? giveUpOwn(payment) : giveUpLapsed(payment))
      givenUp.push(payment.id)
    }
  }
  throw failure('checkout_lapsed')
}

/** What is paid stays, and what a bank is busy with may be: then the new wish has to wait. */
async function giveUpOwn(payment: Payment): Promise<void> {
  const intent = await uncancelled(payment, 'duplicate')
  if (!intent) return
  const settlement = await settlePayment(intent)
  if (settlement?.outcome === 'confirmed') {
    throw failure('already_booked', { bookingId: settlement.bookingId })
  }
  if (settlement?.outcome !== 'refunded') throw failure('payment_processing')
}

/** The same for somebody else's, of whom the guest learns nothing but that the time is taken. */
async function giveUpLapsed(payment: Payment): Promise<void> {
  const intent = await uncancelled(payment, 'abandoned')
  if (!intent) return
  const settlement = await settlePayment(intent).catch((cause: unknown) => {
    logError(`payment ${payment.id} could not be settled`, cause)
  })
  if (settlement?.outcome !== 'refunded') throw failure('slot_taken')
}

/** The PaymentIntent if it is paid or its bank is busy; null when nobody can pay it any more. */
async function uncancelled(
  payment: Payment,
  reason: 'abandoned' | 'duplicate',
): Promise<Stripe.PaymentIntent | null> {
  const intent = await cancelPaymentIntentOf(payment, reason).catch((cause: unknown) => {
    logError(`payment ${payment.id} could not be cancelled`, cause)
    throw failure('payment_provider_failed')
  })
  return intent?.status === 'canceled' ? null : intent
}

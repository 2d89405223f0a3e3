import type { Stripe } from 'stripe'
import { failure } from './errors.ts'
import { logError } from './log.ts'
import { cancelPaymentIntentOf, type Payment } from './payment-intents.ts'
import { recordMissedRequest, settlePayment } from './settle-payment.ts'

/**
 * A payment whose hold expires at `expires_at` (ISO 8601). `can_extend` is true if a repeated
 * request extends the hold.
 */
export type Checkout = Payment & { expires_at: string; can_extend?: boolean }

/** Maximum attempts to hold a slot. Each attempt can fail because of a new conflicting checkout. */
const maxAttempts = 5

/**
 * Holds a slot. `begin` receives the ids of the payments cancelled so far. It returns the checkout,
 * or the payments that conflict with it. These payments are cancelled at Stripe before their slots
 * are released, so that a guest can pay only for a held slot. After a crash, webhooks or
 * `reconcile-payments` release the slots of cancelled PaymentIntents.
 */
export async function holdSlot(
  userId: string,
  begin: (cancelled: readonly string[]) => Promise<Checkout | { replaces: Payment[] }>,
): Promise<Checkout> {
  const cancelled: string[] = []
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const result = await begin(cancelled)
    if (!('replaces' in result)) return result
    for (const payment of result.replaces) {
      await (payment.user_id === userId ? cancelOwn(payment) : cancelExpired(payment))
      cancelled.push(payment.id)
    }
  }
  throw failure('checkout_lapsed')
}

/**
 * Cancels an earlier payment of the guest. Throws already_booked if it has become a booking or a
 * booking request, and payment_processing if a bank is processing it.
 */
async function cancelOwn(payment: Payment): Promise<void> {
  const missed = await recordMissedRequest(payment)
  if (missed) throw failure('already_booked', { bookingId: missed.bookingId })
  const intent = await uncancelled(payment, 'duplicate')
  if (!intent) return
  const settlement = await settlePayment(intent)
  if (settlement?.outcome === 'confirmed') {
    throw failure('already_booked', { bookingId: settlement.bookingId })
  }
  if (settlement?.outcome !== 'refunded') throw failure('payment_processing')
}

/**
 * Cancels a payment of another guest whose hold has expired. Throws slot_taken if the
 * payment has become a booking or a booking request, or if a bank is processing it.
 */
async function cancelExpired(payment: Payment): Promise<void> {
  if (await recordMissedRequest(payment)) throw failure('slot_taken')
  const intent = await uncancelled(payment, 'abandoned')
  if (!intent) return
  const settlement = await settlePayment(intent).catch((cause: unknown) => {
    logError(`payment ${payment.id} could not be settled; reconcile-payments retries`, cause)
  })
  if (settlement?.outcome !== 'refunded') throw failure('slot_taken')
}

/**
 * Cancels a payment at Stripe. Returns its PaymentIntent only if the payment is already paid or
 * processing.
 */
async function uncancelled(
  payment: Payment,
  reason: 'abandoned' | 'duplicate',
): Promise<Stripe.PaymentIntent | null> {
  const intent = await cancelPaymentIntentOf(payment, reason).catch((cause: unknown) => {
    logError(`payment ${payment.id} could not be cancelled at Stripe; its slot stays held`, cause)
    throw failure('payment_provider_failed')
  })
  return intent?.status === 'canceled' ? null : intent
}

import type { Stripe } from 'stripe'
import type { Quote } from '@hourspace/domain/fees.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { failure, isFailure } from '#functions/_shared/errors.ts'
import { logError } from '#functions/_shared/log.ts'
import { cancelPaymentIntentOf, type Payment } from '#functions/_shared/payment-intents.ts'
import { recordMissedRequest, settlePayment } from '#functions/_shared/settle-payment.ts'

type CheckoutRequest = {
  spaceId: string
  userId: string
  startTime: Date
  endTime: Date
  /** Number of people who will use the space. */
  guests: number
  /** The cancellation policy that the guest saw, if known. */
  policy: string | null
  quote: Quote
}

/** A payment with the time at which its hold expires (`expires_at`, in ISO 8601). */
export type Checkout = Payment & { expires_at: string }

/**
 * Maximum number of attempts to hold a slot. A new attempt is needed when a conflicting checkout
 * started, or a hold expired, during the previous attempt.
 */
const maxAttempts = 5

/**
 * Holds a slot for a guest. Cancels conflicting payments at Stripe first, so that the slot of a
 * payable PaymentIntent is always held. After a crash, webhooks or `reconcile-payments` release the
 * slots of cancelled intents.
 */
export async function openCheckout(checkout: CheckoutRequest): Promise<Checkout> {
  const cancelled: string[] = []
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const begun = queryValue<Checkout | { replaces: Payment[] }>`
      select begin_checkout(p_space_id => ${checkout.spaceId}, p_user_id => ${checkout.userId},
        p_start => ${checkout.startTime}, p_end => ${checkout.endTime},
        p_quote => ${checkout.quote}, p_guest_count => ${checkout.guests}, p_policy => ${checkout.policy},
        p_abandoned => ${cancelled})`
    const result = await begun.catch(async (cause: unknown) => {
      const bookingId = isFailure(cause, 'slot_taken') ? await ownBookingOf(checkout) : null
      throw bookingId ? failure('already_booked', { bookingId }) : cause
    })
    if (!('replaces' in result)) return result
    for (const payment of result.replaces) {
      await (payment.user_id === checkout.userId ? cancelOwn(payment) : cancelExpired(payment))
      cancelled.push(payment.id)
    }
  }
  throw failure('checkout_lapsed')
}

/** Returns the id of the guest's booking that takes the slot, or null if there is none. */
async function ownBookingOf(checkout: CheckoutRequest): Promise<string | null> {
  const [booking] = await query<{ id: string }>`
    select id from bookings
    where user_id = ${checkout.userId} and space_id = ${checkout.spaceId}
      and status in ('requested', 'confirmed')
      and start_time < ${checkout.endTime} and end_time > ${checkout.startTime}`
  return booking?.id ?? null
}

/**
 * Cancels the guest's own earlier payment. Throws already_booked if it is paid, and
 * payment_processing while a bank processes it.
 */
async function cancelOwn(payment: Payment): Promise<void> {
  const bookingId = await recordMissedRequest(payment)
  if (bookingId) throw failure('already_booked', { bookingId })
  const intent = await uncancelled(payment, 'duplicate')
  if (!intent) return
  const settlement = await settlePayment(intent)
  if (settlement?.outcome === 'confirmed') {
    throw failure('already_booked', { bookingId: settlement.bookingId })
  }
  if (settlement?.outcome !== 'refunded') throw failure('payment_processing')
}

/** Cancels another guest's expired payment. Throws slot_taken if it cannot be cancelled. */
async function cancelExpired(payment: Payment): Promise<void> {
  if (await recordMissedRequest(payment)) throw failure('slot_taken')
  const intent = await uncancelled(payment, 'abandoned')
  if (!intent) return
  const settlement = await settlePayment(intent).catch((cause: unknown) => {
    logError(`payment ${payment.id} could not be settled`, cause)
  })
  if (settlement?.outcome !== 'refunded') throw failure('slot_taken')
}

/** Cancels a payment. Returns its PaymentIntent if that is paid or processing, otherwise null. */
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

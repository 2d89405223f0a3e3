import { query } from './database.ts'
import { capturedIntentOf, type Payment } from './payment-intents.ts'
import { confirmBooking, releasePayment, settlePayment } from './settle-payment.ts'

export type RequestAnswer = 'accepted' | 'declined' | 'expired' | 'withdrawn'

/**
 * Records the answer to a booking request. `actorId` is null if the answer is `expired`. The caller
 * must then call finishRequest. Throws the errors of the SQL function answer_request.
 */
export async function recordAnswer(
  bookingId: string,
  answer: RequestAnswer,
  { actorId, note = '' }: { actorId: string | null; note?: string },
): Promise<Payment> {
  const [payment] = await query<Payment>`
    select * from answer_request(p_booking_id => ${bookingId}, p_actor_id => ${actorId},
      p_answer => ${answer}, p_note => ${note})`
  return payment!
}

/** Captures or releases the authorized card of an answered booking request. Idempotent. */
export async function finishRequest(payment: Payment, answer: RequestAnswer): Promise<void> {
  if (answer !== 'accepted') return releasePayment(payment)
  const { id: paymentId, currency, stripe_payment_intent_id: intentId } = payment
  await (intentId
    ? settlePayment(await capturedIntentOf(intentId))
    : confirmBooking({ paymentId, chargeId: null, amountMinor: 0, currency }))
}

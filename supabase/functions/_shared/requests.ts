import { query } from './database.ts'
import { forEachAtMost } from './jobs.ts'
import { capturedIntentOf, type Payment } from './payment-intents.ts'
import { confirmBooking, releasePayment, settlePayment } from './settle-payment.ts'

export type RequestAnswer = 'accepted' | 'declined' | 'expired' | 'withdrawn'

type AnswerFacts = {
  actorId: string | null
  note?: string
  /** Another time that the host suggests in a declined request. */
  suggestion?: { startTime: Date; endTime: Date } | undefined
}

/**
 * Records the answer to a booking request. The caller must call finishRequest with the result.
 * `actorId` is null if the answer is `expired`. Throws the errors of the SQL function
 * answer_request.
 */
export async function recordAnswer(
  bookingId: string,
  answer: RequestAnswer,
  { actorId, note = '', suggestion }: AnswerFacts,
): Promise<Payment> {
  const [payment] = await query<Payment>`
    select * from answer_request(p_booking_id => ${bookingId}, p_actor_id => ${actorId},
      p_answer => ${answer}, p_note => ${note},
      p_suggested_start => ${suggestion?.startTime ?? null},
      p_suggested_end => ${suggestion?.endTime ?? null})`
  return payment!
}

/** Captures or releases the authorization of an answered booking request. Idempotent. */
export async function finishRequest(payment: Payment, answer: RequestAnswer): Promise<void> {
  if (answer !== 'accepted') return releasePayment(payment)
  const { id: paymentId, currency, stripe_payment_intent_id: intentId } = payment
  await (intentId
    ? settlePayment(await capturedIntentOf(intentId))
    : confirmBooking({ paymentId, chargeId: null, amountMinor: 0, currency }))
}

/**
 * Expires booking requests that were not answered in time, and finishes requests that were answered
 * before a crash. Handles up to 100 requests and returns how many were due.
 */
export async function finishDueRequests(): Promise<number> {
  const due = await query<
    Payment & { booking_id: string; answer: RequestAnswer | null; is_over: boolean }
  >`
    with due as (
      select payments.id, bookings.answer, payments.end_time <= now() as is_over
      from payments join bookings on bookings.id = payments.booking_id
      where payments.status = 'authorized'
        and (bookings.answer is not null or bookings.answer_by <= now())
      order by coalesce(payments.checked_at, payments.created_at) limit 100
    )
    update payments set checked_at = clock_timestamp() from due where payments.id = due.id
    returning payments.*, due.answer, due.is_over`
  await forEachAtMost(4, due, async ({ answer, is_over, ...payment }) => {
    if (!answer) await recordAnswer(payment.booking_id, 'expired', { actorId: null })
    // After the requested time has ended, releases the authorization even if the host accepted the
    // request.
    if (is_over) await releasePayment(payment)
    else await finishRequest(payment, answer ?? 'expired')
  })
  return due.length
}

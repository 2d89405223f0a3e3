import { z } from 'zod'
import { query, queryValue } from './database.ts'
import { forEachAtMost } from './jobs.ts'
import { capturedIntentOf, type Payment } from './payment-intents.ts'
import { makePendingRefunds } from './refunds.ts'
import { releasePayment, settlePayment } from './settle-payment.ts'

const changeAnswers = ['accepted', 'declined', 'withdrawn', 'expired'] as const

type ChangeAnswer = (typeof changeAnswers)[number]

export const changeStatusSchema = z.enum([...changeAnswers, 'unpaid', 'open', 'done', 'failed'])

export type ChangeStatus = z.output<typeof changeStatusSchema>

type AnsweredChange = { status: ChangeStatus; booking_id: string; payment: Payment | null }

/**
 * Records the answer to a booking change. The caller must call finishChange with the result.
 * `actorId` is null if the answer is `expired`. Throws the errors of the SQL function
 * answer_change.
 */
export function recordChangeAnswer(
  changeId: string,
  answer: ChangeAnswer,
  actorId: string | null,
): Promise<AnsweredChange> {
  return queryValue<AnsweredChange>`
    select answer_change(p_change_id => ${changeId}, p_actor_id => ${actorId},
      p_answer => ${answer})`
}

/** Charges, releases or refunds the price difference of an answered booking change. Idempotent. */
export async function finishChange({ status, booking_id, payment }: AnsweredChange): Promise<void> {
  if (payment) return finishPayment(payment, status)
  if (status !== 'done') return
  const paymentId = await queryValue<string | null>`
    select id from payments where booking_id = ${booking_id}`
  if (paymentId) await makePendingRefunds(paymentId)
}

export async function expireChanges(): Promise<void> {
  const late = await query<{ id: string }>`
    select id from booking_changes
    where status in ('unpaid', 'open') and answer_by <= now() order by answer_by limit 100`
  await forEachAtMost(4, late, async ({ id }) => {
    await finishChange(await recordChangeAnswer(id, 'expired', null))
  })
}

/** Finishes booking changes that were answered before a crash but neither charged nor released. */
export async function finishEndedChanges(): Promise<void> {
  const ended = await query<Payment & { change_status: ChangeStatus }>`
    select payments.*, booking_changes.status as change_status
    from ended_change_payments() as payments
    join booking_changes on booking_changes.id = payments.change_id`
  await forEachAtMost(4, ended, ({ change_status, ...payment }) =>
    finishPayment(payment, change_status),
  )
}

async function finishPayment(payment: Payment, status: ChangeStatus): Promise<void> {
  const intentId = payment.stripe_payment_intent_id
  if (status !== 'accepted' || !intentId) return releasePayment(payment)
  await settlePayment(await capturedIntentOf(intentId))
}

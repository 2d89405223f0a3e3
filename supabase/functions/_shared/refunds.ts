import type { Stripe } from 'stripe'
import { logError } from './log.ts'
import {
  pendingRefunds,
  recordRefund,
  recordRefundRefusal,
  recordSpentRefundKey,
  type Cause,
  type PendingRefund,
} from './steps.ts'
import { isRefusal, isSpentKey, stripeClient } from './stripe.ts'

/**
 * Makes the refunds that are owed, of one payment or of all. One that fails stays owed and is tried
 * again by `reconcile-payments`; it never fails its caller.
 */
export async function makePendingRefunds(paymentId: string | null): Promise<void> {
  for (const refund of await pendingRefunds(paymentId)) {
    try {
      await makeRefund(refund)
    } catch (cause) {
      logError(`refund ${refund.id} is still owed`, cause)
      // Only a clear no starts a new attempt. After silence the same key asks again.
      if (isRefusal(cause)) await recordRefundRefusal(refund.id, refund.attempt, cause.message)
      else if (isSpentKey(cause)) await recordSpentRefundKey(refund, cause.message)
    }
  }
}

/** Writes down every refund of a payment as Stripe has it now, whoever made it. */
export async function recordRefundsOf(
  paymentId: string,
  intentId: string,
  cause?: Cause,
): Promise<void> {
  const made = stripeClient().refunds.list({ payment_intent: intentId, limit: 100 })
  for await (const refund of made) await record(paymentId, refund, cause)
}

/**
 * Stripe forgets idempotency keys after a day, so a refund made before a crash is looked for first;
 * and one that somebody made at Stripe leaves less to give, or nothing.
 */
async function makeRefund({ id, payment_id, stripe_payment_intent_id }: PendingRefund) {
  await recordRefundsOf(payment_id, stripe_payment_intent_id)
  const owed = (await pendingRefunds(payment_id)).find((refund) => refund.id === id)
  if (!owed) return
  const made = await stripeClient().refunds.create(
    {
      payment_intent: stripe_payment_intent_id,
      amount: owed.amount_minor,
      metadata: { refund_id: id, attempt: String(owed.attempt) },
    },
    { idempotencyKey: keyOf(owed) },
  )
  await record(payment_id, made)
}

function keyOf({ id, attempt, key_number }: PendingRefund): string {
  const key = `refund:${id}:${attempt}`
  return key_number === 1 ? key : `${key}:${key_number}`
}

function record(paymentId: string, refund: Stripe.Refund, cause?: Cause): Promise<void> {
  const { metadata, status } = refund
  return recordRefund(
    paymentId,
    {
      stripeId: refund.id,
      status: status ?? 'pending',
      amountMinor: refund.amount,
      left: refund.balance_transaction !== null || status === 'succeeded',
      refundId: metadata?.refund_id ?? null,
      attempt: metadata?.attempt ? Number(metadata.attempt) : null,
      failureReason: refund.failure_reason ?? null,
    },
    cause,
  )
}

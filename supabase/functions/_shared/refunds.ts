import { logError } from './log.ts'
import { pendingRefunds, recordRefund, recordRefundRefusal, type PendingRefund } from './steps.ts'
import { isRefusal, stripeClient } from './stripe.ts'

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
    }
  }
}

/** Stripe forgets idempotency keys after a day, so a refund made before a crash is looked up first. */
async function makeRefund(refund: PendingRefund): Promise<void> {
  const { refunds } = stripeClient()
  const intent = { payment_intent: refund.stripe_payment_intent_id }
  const earlier = await refunds.list({ ...intent, limit: 100 })
  const made =
    earlier.data.find(({ metadata }) => metadata?.refund_id === refund.id) ??
    (await refunds.create(
      { ...intent, amount: refund.amount_minor, metadata: { refund_id: refund.id } },
      { idempotencyKey: `refund:${refund.id}:${refund.attempt}` },
    ))
  await recordRefund(refund.id, made.id)
}

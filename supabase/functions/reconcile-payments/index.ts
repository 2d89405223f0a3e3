import { query } from '#functions/_shared/database.ts'
import { forEachAtMost, serveJob } from '#functions/_shared/jobs.ts'
import {
  cancelPaymentIntentOf,
  paymentIntentOf,
  type Payment,
} from '#functions/_shared/payment-intents.ts'
import { makePendingRefunds } from '#functions/_shared/refunds.ts'
import { abandonPayment, settlePayment } from '#functions/_shared/settle-payment.ts'

/** Completes or cancels payments left open by a crash, a lost webhook or an abandoned checkout. */
Deno.serve(
  serveJob(async ({ as_of }) => {
    const lapsed = await query<Payment>`select * from lapsed_payments(p_as_of => ${as_of})`
    await forEachAtMost(4, lapsed, release)
    const open = await query<Payment>`
      select * from payments
      where status = 'open' and stripe_payment_intent_id is not null
      order by created_at limit 100`
    await forEachAtMost(4, open, async (payment) => {
      await settlePayment(await paymentIntentOf(payment))
    })
    await makePendingRefunds(null)
    return { lapsed: lapsed.length, open: open.length }
  }),
)

/**
 * Cancels the payment at Stripe before releasing its slot, so that a guest cannot pay for a slot
 * that is no longer held.
 */
async function release(payment: Payment): Promise<void> {
  const intent = await cancelPaymentIntentOf(payment, 'abandoned')
  await (intent ? settlePayment(intent) : abandonPayment(payment.id))
}

import { requireServiceRole } from '#functions/_shared/caller.ts'
import { query } from '#functions/_shared/database.ts'
import { forEachAtMost, jobBodySchema } from '#functions/_shared/jobs.ts'
import {
  cancelPaymentIntentOf,
  paymentIntentOf,
  type Payment,
} from '#functions/_shared/payment-intents.ts'
import { makePendingRefunds } from '#functions/_shared/refunds.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { abandonPayment, settlePayment } from '#functions/_shared/settle-payment.ts'

/**
 * Completes payments that a crash, a lost webhook or an abandoned checkout left open: releases expired
 * holds, books paid slots and makes pending refunds.
 */
Deno.serve(
  serveJson({
    caller: requireServiceRole,
    body: jobBodySchema,
    work: async ({ as_of }) => {
      const lapsed = await query<Payment>`select * from lapsed_payments(p_as_of => ${as_of})`
      await forEachAtMost(4, lapsed, release)
      const open = await openPayments()
      await forEachAtMost(4, open, async (payment) => {
        await settlePayment(await paymentIntentOf(payment))
      })
      await makePendingRefunds(null)
      return { lapsed: lapsed.length, open: open.length }
    },
  }),
)

/**
 * Cancels an expired payment at Stripe, then releases its slot, so that guests never pay for a
 * released slot.
 */
async function release(payment: Payment): Promise<void> {
  const intent = await cancelPaymentIntentOf(payment, 'abandoned')
  await (intent ? settlePayment(intent) : abandonPayment(payment.id))
}

/** Returns the 100 oldest open payments that have a PaymentIntent. */
const openPayments = () =>
  query<Payment>`
    select * from payments
    where status = 'open' and stripe_payment_intent_id is not null
    order by created_at limit 100`

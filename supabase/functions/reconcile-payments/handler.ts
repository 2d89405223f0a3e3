import { requireServiceRole } from '#functions/_shared/caller.ts'
import { forEachAtMost } from '#functions/_shared/for-each-at-most.ts'
import { jobBodySchema } from '#functions/_shared/job-body.ts'
import { cancelPaymentIntentOf, paymentIntentOf } from '#functions/_shared/payment-intents.ts'
import { makePendingRefunds } from '#functions/_shared/refunds.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { settlePayment } from '#functions/_shared/settle-payment.ts'
import { abandonPayment, lapsedPayments, type Payment } from '#functions/_shared/steps.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'

/**
 * Finishes what a crash, a lost webhook or a guest who walked away left open: releases lapsed
 * holds, books what was paid for, makes refunds that are owed.
 */
export const handler = serveJson({
  caller: requireServiceRole,
  body: jobBodySchema,
  work: async ({ as_of }) => {
    const lapsed = await lapsedPayments(as_of)
    await forEachAtMost(4, lapsed, release)
    const open = await openPayments()
    await forEachAtMost(4, open, async (payment) => {
      await settlePayment(await paymentIntentOf(payment))
    })
    await makePendingRefunds(null)
    return { lapsed: lapsed.length, open: open.length }
  },
})

/** Stripe first, then the slot: from then on nobody can pay for what they cannot get. */
async function release(payment: Payment): Promise<void> {
  const intent = await cancelPaymentIntentOf(payment, 'abandoned')
  await (intent ? settlePayment(intent) : abandonPayment(payment.id))
}

/** Open payments with a PaymentIntent, oldest first. */
async function openPayments(): Promise<Payment[]> {
  const { data, error } = await serviceClient()
    .from('payments')
    .select('*')
    .eq('status', 'open')
    .not('stripe_payment_intent_id', 'is', null)
    .order('created_at')
    .limit(100)
    .overrideTypes<Payment[], { merge: false }>()
  if (error) throw error
  return data
}

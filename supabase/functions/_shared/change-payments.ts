import { z } from 'zod'
import { query } from './database.ts'
import { failure } from './errors.ts'
import { logError } from './log.ts'
import { paymentIntentOf, type Payment } from './payment-intents.ts'
import { settlePayment } from './settle-payment.ts'
import { isRefusal } from './stripe.ts'

/** What the browser needs to authorize the price difference of a booking change. */
export const openedChangePaymentSchema = z.object({
  clientSecret: z.string().nullable(),
  paymentIntentId: z.string(),
})

export type OpenedChangePayment = z.output<typeof openedChangePaymentSchema>

/**
 * Returns the PaymentIntent for the price difference of a booking change. Returns null if the
 * difference is already authorized or paid. Throws payment_processing, checkout_lapsed,
 * amount_not_chargeable or payment_provider_failed.
 */
export async function openChangePayment(payment: Payment): Promise<OpenedChangePayment | null> {
  const intent = await paymentIntentOf(payment).catch(async (cause: unknown) => {
    if (isRefusal(cause)) {
      await query`
        select abandon_payment(p_payment_id => ${payment.id}, p_only_without_intent => true)`
      if (/^amount_too_(small|large)$/.test(cause.code ?? '')) {
        throw failure('amount_not_chargeable')
      }
    }
    logError(`Stripe returned no PaymentIntent for payment ${payment.id}`, cause)
    throw failure('payment_provider_failed')
  })
  if (intent.status === 'processing') throw failure('payment_processing')
  if (['succeeded', 'requires_capture', 'canceled'].includes(intent.status)) {
    await settlePayment(intent)
    if (intent.status === 'canceled') throw failure('checkout_lapsed')
    return null
  }
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id }
}

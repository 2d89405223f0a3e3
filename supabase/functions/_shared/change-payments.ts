import { z } from 'zod'
import { failure } from './errors.ts'
import { isClosed, paymentIntentFailure, paymentIntentOf, type Payment } from './payment-intents.ts'
import { abandonWithoutIntent, settlePayment } from './settle-payment.ts'
import { isRefusal } from './stripe.ts'

/** Data with which the browser authorizes the price difference of a booking change. */
export const openedChangePaymentSchema = z.object({
  clientSecret: z.string().nullable(),
  paymentIntentId: z.string(),
})

type OpenedChangePayment = z.output<typeof openedChangePaymentSchema>

/**
 * Returns the PaymentIntent for the price difference of a booking change. Returns null if the
 * difference is already authorized or paid. Throws payment_processing, checkout_lapsed,
 * amount_not_chargeable or payment_provider_failed.
 */
export async function openChangePayment(payment: Payment): Promise<OpenedChangePayment | null> {
  const intent = await paymentIntentOf(payment).catch(async (cause: unknown) => {
    // If the outcome of the request is unknown, keeps the payment, because abandoning it could end
    // the proposed change. The open payment does no harm, because it holds no slot.
    if (isRefusal(cause)) await abandonWithoutIntent(payment.id)
    throw paymentIntentFailure(cause, payment.id)
  })
  if (intent.status === 'processing') throw failure('payment_processing')
  if (isClosed(intent)) {
    await settlePayment(intent)
    if (intent.status === 'canceled') throw failure('checkout_lapsed')
    return null
  }
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id }
}

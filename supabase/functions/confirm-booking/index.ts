import type { Stripe } from 'stripe'
import { z } from 'zod'
import { requireUser } from '#functions/_shared/caller.ts'
import { failure } from '#functions/_shared/errors.ts'
import { logError } from '#functions/_shared/log.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import {
  bookingOfIntent,
  settlePayment,
  type Settlement,
} from '#functions/_shared/settle-payment.ts'
import { isOutage, isRefusal, stripeClient } from '#functions/_shared/stripe.ts'

const bodySchema = z
  .object({
    paymentIntentId: z.string().startsWith('pi_').max(255).optional(),
    clientSecret: z.string().startsWith('pi_').max(500).optional(),
  })
  .transform(
    ({ paymentIntentId, clientSecret }) => paymentIntentId ?? clientSecret?.split('_secret_')[0],
  )
  .pipe(z.string('Please name paymentIntentId or clientSecret'))

const responseSchema = z.object({
  status: z.enum(['confirmed', 'requested', 'refunded', 'processing', 'failed']),
  bookingId: z.guid().nullable(),
  paymentStatus: z.string(),
})

/** Confirms a paid or authorized checkout without waiting for Stripe's webhook. */
Deno.serve(
  serveJson({
    caller: requireUser,
    body: bodySchema,
    response: responseSchema,
    work: (paymentIntentId, user) =>
      confirm(paymentIntentId, user.id).catch((cause: unknown) => {
        if (!isOutage(cause)) throw cause
        logError(
          `PaymentIntent ${paymentIntentId} could not be read; the webhook or reconcile-payments continues`,
          cause,
        )
        throw failure('payment_unconfirmed')
      }),
  }),
)

async function confirm(paymentIntentId: string, userId: string) {
  // Looks for a booking first, because the webhook may have created the booking already.
  const booking = await bookingOfIntent(paymentIntentId)
  if (booking?.user_id === userId) {
    return { status: 'confirmed' as const, bookingId: booking.id, paymentStatus: 'succeeded' }
  }
  const intent = await findIntent(paymentIntentId)
  if (intent.metadata.user_id !== userId) throw failure('payment_not_found')
  const settlement = await settlePayment(intent)
  if (!settlement) throw failure('payment_not_found')
  return {
    status: statuses[settlement.outcome],
    bookingId: settlement.bookingId,
    paymentStatus: intent.status,
  }
}

const statuses = {
  confirmed: 'confirmed',
  requested: 'requested',
  refunded: 'refunded',
  processing: 'processing',
  unpaid: 'failed',
  cancelled: 'failed',
} as const satisfies Record<Settlement['outcome'], string>

async function findIntent(id: string): Promise<Stripe.PaymentIntent> {
  try {
    return await stripeClient().paymentIntents.retrieve(id)
  } catch (cause) {
    if (isRefusal(cause) && cause.code === 'resource_missing') throw failure('payment_not_found')
    throw cause
  }
}

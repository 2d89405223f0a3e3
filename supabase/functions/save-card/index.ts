import { z } from 'zod'
import { requireUser } from '#functions/_shared/caller.ts'
import { failure } from '#functions/_shared/errors.ts'
import { keepCard, removeCardsOf } from '#functions/_shared/saved-cards.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { isRefusal, stripeClient } from '#functions/_shared/stripe.ts'

const bodySchema = z.union([
  z.object({ paymentIntentId: z.string().startsWith('pi_').max(255), keep: z.boolean() }),
  z.object({ remove: z.literal(true) }),
])

const responseSchema = z.object({})

/**
 * With `paymentIntentId`, sets whether Stripe saves the card used for this payment. With `remove`,
 * deletes the caller's saved cards.
 */
Deno.serve(
  serveJson({
    caller: requireUser,
    body: bodySchema,
    response: responseSchema,
    work: async (body, user) => {
      if ('remove' in body) await removeCardsOf(user.id)
      else {
        const { paymentIntentId, keep } = body
        const intent = await stripeClient()
          .paymentIntents.retrieve(paymentIntentId)
          .catch((cause: unknown) => {
            throw isRefusal(cause) ? failure('payment_not_found') : cause
          })
        if (intent.metadata.user_id !== user.id) throw failure('payment_not_found')
        await keepCard(intent.id, user.id, keep)
      }
      return {}
    },
  }),
)

import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { openChangePayment, openedChangePaymentSchema } from '#functions/_shared/change-payments.ts'
import {
  changeStatusSchema,
  finishChange,
  recordChangeAnswer,
  type ChangeStatus,
} from '#functions/_shared/changes.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { isFailure } from '#functions/_shared/errors.ts'
import { logError } from '#functions/_shared/log.ts'
import type { Payment } from '#functions/_shared/payment-intents.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

const bodySchema = z.object({
  changeId: z.guid('This proposal no longer exists'),
  answer: z.enum(['accepted', 'declined', 'withdrawn']),
})

const responseSchema = z.object({
  status: changeStatusSchema,
  payment: openedChangePaymentSchema.nullable(),
})

/**
 * Answers a booking change. If the price is higher, a guest accepts the change by authorizing a
 * PaymentIntent.
 */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: responseSchema,
    work: async ({ changeId, answer }, { id: actorId }) => {
      const recorded = await recordChangeAnswer(changeId, answer, actorId).catch(
        (cause: unknown) => {
          if (isFailure(cause, 'change_unpaid')) return null
          throw cause
        },
      )
      if (!recorded) {
        const [payment] = await query<Payment>`
          select * from begin_change_payment(p_change_id => ${changeId}, p_actor_id => ${actorId})`
        const opened = await openChangePayment(payment!)
        return { status: await statusOf(changeId), payment: opened }
      }
      await finishChange(recorded).catch((cause: unknown) => {
        logError(
          `change ${changeId} is ${answer}, but Stripe failed; reconcile-payments retries`,
          cause,
        )
      })
      return { status: await statusOf(changeId), payment: null }
    },
  }),
)

const statusOf = (changeId: string) =>
  queryValue<ChangeStatus>`select status from booking_changes where id = ${changeId}`

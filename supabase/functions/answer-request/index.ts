import { z } from 'zod'
import { longestProblemText } from '@hourspace/domain/problems.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { logError } from '#functions/_shared/log.ts'
import { finishRequest, recordAnswer } from '#functions/_shared/requests.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { instant } from '#functions/_shared/validate.ts'

const bodySchema = z.object({
  bookingId: z.guid('Booking not found'),
  answer: z.enum(['accepted', 'declined', 'withdrawn']),
  /** Message of the host to the guest whose request is declined. */
  note: z.string().trim().max(longestProblemText).default(''),
  /** Another time that the host suggests to the guest whose request is declined. */
  suggestion: z.object({ startTime: instant, endTime: instant }).optional(),
})

const responseSchema = z.object({ status: z.string(), bookingId: z.guid() })

/** Accepts or declines a booking request as its host, or withdraws it as its guest. */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: responseSchema,
    work: async ({ bookingId, answer, note, suggestion }, { id: actorId }) => {
      const payment = await recordAnswer(bookingId, answer, { actorId, note, suggestion })
      await finishRequest(payment, answer).catch((cause: unknown) => {
        logError(
          `request ${bookingId} is ${answer}, but Stripe failed; reconcile-payments retries`,
          cause,
        )
      })
      const status = await queryValue<string>`select status from bookings where id = ${bookingId}`
      return { status, bookingId }
    },
  }),
)

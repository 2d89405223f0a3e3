import { z } from 'zod'
import {
  adminCancelReasons,
  longestProblemText,
  type AdminCancelReason,
} from '@hourspace/domain/problems.ts'
import {
  cancellationSchema,
  refundCancellation,
  type Cancellation,
} from '#functions/_shared/cancellations.ts'
import { requireAssuredAdmin } from '#functions/_shared/caller.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

const bodySchema = z.object({
  bookingId: z.guid('Booking not found'),
  reason: z.enum(Object.keys(adminCancelReasons) as [AdminCancelReason, ...AdminCancelReason[]]),
  note: z.string().trim().max(longestProblemText).default(''),
  /**
   * Refund to the guest in minor units of the booking's currency, from 0 to what remains of the
   * payment.
   */
  refundMinor: z.int().min(0),
})

/** Cancels any confirmed booking as an admin, with the given refund. */
Deno.serve(
  serveJson({
    caller: requireAssuredAdmin,
    body: bodySchema,
    response: cancellationSchema,
    work: async ({ bookingId, reason, note, refundMinor }, user) => {
      const cancelled = await queryValue<Cancellation>`
        select cancel_booking_as(p_role => 'admin', p_booking_id => ${bookingId},
          p_actor_id => ${user.id}, p_reason => ${reason}, p_note => ${note},
          p_refund_minor => ${refundMinor})`
      return refundCancellation(bookingId, cancelled)
    },
  }),
)

import { z } from 'zod'
import {
  hostCancelReasons,
  longestProblemText,
  type HostCancelReason,
} from '@hourspace/domain/problems.ts'
import {
  cancellationSchema,
  refundCancellation,
  type Cancellation,
} from '#functions/_shared/cancellations.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

const bodySchema = z.object({
  bookingId: z.guid('Booking not found'),
  reason: z.enum(Object.keys(hostCancelReasons) as [HostCancelReason, ...HostCancelReason[]]),
  note: z.string().trim().max(longestProblemText).default(''),
  keepBlocked: z.boolean().default(false),
})

/** Cancels a booking of the caller's space before its start and refunds the guest in full. */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: cancellationSchema,
    work: async ({ bookingId, reason, note, keepBlocked }, user) => {
      const cancelled = await queryValue<Cancellation>`
        select cancel_booking_as(p_role => 'host', p_booking_id => ${bookingId},
          p_actor_id => ${user.id}, p_reason => ${reason}, p_note => ${note},
          p_keep_blocked => ${keepBlocked})`
      return refundCancellation(bookingId, cancelled)
    },
  }),
)

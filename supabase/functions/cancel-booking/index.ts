import { z } from 'zod'
import { quoteRefund, type CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import { toMinor, type Currency } from '@hourspace/domain/money.ts'
import {
  cancellationSchema,
  refundCancellation,
  type Cancellation,
} from '#functions/_shared/cancellations.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'

const bodySchema = z.object({ bookingId: z.guid('Booking not found') })

/** Cancels the caller's booking, frees its slot and refunds what the cancellation policy allows. */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: cancellationSchema,
    work: async ({ bookingId }, user) => {
      const booking = await findBooking(bookingId, user.id)
      const totalMinor = toMinor(booking.total_price, booking.currency)
      const quoted = quoteRefund(
        {
          policy: booking.cancellation_policy,
          startsAt: booking.start_time,
          bookedAt: booking.booked_at,
          totalMinor,
          hostShareMinor: toMinor(booking.host_share_amount, booking.currency),
        },
        new Date(),
      )
      const cancelled = await queryValue<Cancellation>`
        select cancel_booking(p_booking_id => ${bookingId}, p_user_id => ${user.id},
          p_refund_minor => ${quoted.refundMinor}, p_host_share_minor => ${quoted.hostShareMinor},
          p_start => ${booking.start_time}, p_total_minor => ${totalMinor})`
      return refundCancellation(bookingId, cancelled)
    },
  }),
)

type Booking = {
  start_time: Date
  booked_at: Date
  total_price: number
  host_share_amount: number
  currency: Currency
  cancellation_policy: CancellationPolicy
}

async function findBooking(id: string, userId: string): Promise<Booking> {
  const [booking] = await query<Booking>`
    select start_time, booked_at, total_price, host_share_amount, currency, cancellation_policy
    from bookings where id = ${id} and user_id = ${userId}`
  if (!booking) throw failure('booking_not_found')
  return booking
}

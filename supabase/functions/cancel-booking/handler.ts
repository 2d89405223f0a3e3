import { z } from 'zod'
import { quoteRefund, type CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import { toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { failure } from '#functions/_shared/errors.ts'
import { makePendingRefunds } from '#functions/_shared/refunds.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { cancelBooking } from '#functions/_shared/steps.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'

const bodySchema = z.object({ bookingId: z.guid('Booking not found') })

/** Cancels the caller's booking, frees its slot and refunds what the policy gives back. */
export const handler = serveJson({
  caller: requireAssuredUser,
  body: bodySchema,
  work: async ({ bookingId }, user) => {
    const booking = await findBooking(bookingId, user.id)
    const quoted = quoteRefund(
      {
        policy: booking.cancellation_policy,
        startsAt: new Date(booking.start_time),
        totalMinor: toMinor(booking.total_price, booking.currency),
        hostShareMinor: toMinor(booking.host_share_amount, booking.currency),
      },
      new Date(),
    )
    const cancelled = await cancelBooking(bookingId, user.id, quoted)
    await makePendingRefunds(cancelled.payment_id)
    return {
      status: 'cancelled',
      bookingId,
      refund: {
        amount: toDecimal(cancelled.refund_minor, cancelled.currency),
        currency: cancelled.currency,
        percentage: percentageOf(cancelled.refund_minor, cancelled.total_minor),
      },
    }
  },
})

type Booking = {
  start_time: string
  total_price: number
  host_share_amount: number
  currency: Currency
  cancellation_policy: CancellationPolicy
}

async function findBooking(id: string, userId: string): Promise<Booking> {
  const { data, error } = await serviceClient()
    .from('bookings')
    .select('start_time, total_price, host_share_amount, currency, cancellation_policy')
    .eq('id', id)
    .eq('user_id', userId)
    .maybeSingle<Booking>()
  if (error) throw error
  if (!data) throw failure('booking_not_found')
  return data
}

function percentageOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 100) / whole)
}

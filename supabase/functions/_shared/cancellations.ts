import { z } from 'zod'
import { currencies, toDecimal, type Currency } from '@hourspace/domain/money.ts'
import { makePendingRefunds } from './refunds.ts'

export type Cancellation = {
  payment_id: string | null
  currency: Currency
  total_minor: number
  refund_minor: number
}

/** Response of the functions that cancel a booking. `refund.amount` is in major units. */
export const cancellationSchema = z.object({
  status: z.literal('cancelled'),
  bookingId: z.guid(),
  refund: z.object({ amount: z.number(), currency: z.enum(currencies), percentage: z.int() }),
})

export async function refundCancellation(bookingId: string, cancelled: Cancellation) {
  const { payment_id: paymentId, refund_minor: refundMinor, currency } = cancelled
  if (paymentId) await makePendingRefunds(paymentId)
  const { total_minor: totalMinor } = cancelled
  return {
    status: 'cancelled' as const,
    bookingId,
    refund: {
      amount: toDecimal(refundMinor, currency),
      currency,
      percentage: totalMinor === 0 ? 0 : Math.round((refundMinor * 100) / totalMinor),
    },
  }
}

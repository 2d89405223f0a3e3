import { queryOptions } from '@tanstack/react-query'
import type { Currency } from '@hourspace/domain/money.ts'
import { bookingKeys } from './bookings.ts'
import { browserClient } from './browser-client.ts'

export type MoneyViewer = 'guest' | 'host' | 'admin'

/** A past or upcoming step of a booking's payment, refund or payout. Amounts are in minor units. */
export type MoneyEvent = {
  /** `at` is null if the date is not known. */
  at: string | null
  kind: string
  state: 'done' | 'now' | 'next'
  amount_minor: number | null
  currency: Currency
  reason: string | null
  /** `stripe_id` is the id of the object at Stripe; only admins receive it. */
  stripe_id: string | null
}

/** Query options of a booking's money timeline, with the steps that the viewer may see. */
export const moneyTimeline = (userId: string, bookingId: string, viewer: MoneyViewer) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), bookingId, 'money', viewer],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .rpc('booking_money_timeline', {
          p_booking_id: bookingId,
          ...(viewer === 'admin' && { p_as: 'admin' }),
        })
        .throwOnError()
      return data as MoneyEvent[]
    },
  })

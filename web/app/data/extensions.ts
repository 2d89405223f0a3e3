import type { Currency } from '@hourspace/domain/money.ts'
import { queryOptions } from '@tanstack/react-query'
import { bookingKeys } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import { callFunction } from './functions.ts'

/** What more hours cost. `total` is decimal, `endsAt` an ISO instant. */
export type ExtensionPrice = {
  endsAt: string
  total: number
  currency: Currency
  /** The guest's saved card. */
  card: { brand: string; last4: string } | null
}

type OpenedExtension = Omit<ExtensionPrice, 'card'> & {
  /** Null for a free extension, which is booked at once. */
  clientSecret: string | null
  bookingId: string | null
  /** True if the bank asks the guest to confirm the payment with the saved card. */
  needsAction?: boolean
  /** Why the saved card was declined. */
  declined?: string
}

export const extensionPrice = (userId: string | undefined, bookingId: string, hours: number) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), bookingId, 'extension', hours],
    queryFn: () => callFunction<ExtensionPrice>('extend-booking', { bookingId, hours }),
    enabled: userId !== undefined,
    retry: false,
    refetchInterval: 60_000,
  })

/** Holds the hours after a running booking and prepares their payment. A repeated call is the same. */
export function extendBooking(extension: {
  bookingId: string
  hours: number
  /** The total that the guest saw. */
  total: number
  /** Pays with the saved card at once. */
  withSavedCard?: boolean
}): Promise<OpenedExtension> {
  return callFunction('extend-booking', extension)
}

/** The confirmed booking that continues a booking, or null. */
export const extensionOf = (userId: string | undefined, bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), bookingId, 'extended by'],
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .from('bookings')
        .select('id, end_time, time_zone')
        .eq('extends_booking_id', bookingId)
        .eq('status', 'confirmed')
        .limit(1)
        .maybeSingle()
        .throwOnError()
      return data
    },
    enabled: userId !== undefined,
  })

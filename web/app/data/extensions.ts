import type { Currency } from '@hourspace/domain/money.ts'
import { queryOptions } from '@tanstack/react-query'
import { bookingKeys } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import { callFunction } from './functions.ts'

/** The price of an extension of a booking. `total` is decimal. `endsAt` is an ISO instant. */
type ExtensionPrice = {
  endsAt: string
  total: number
  currency: Currency
  card: { brand: string; last4: string } | null
}

type OpenedExtension = Omit<ExtensionPrice, 'card'> & {
  /** `clientSecret` is null if the extension is free. The server then books it immediately. */
  clientSecret: string | null
  bookingId: string | null
  /** `needsAction` is true if the bank asks the guest to confirm the saved card's payment. */
  needsAction?: boolean
  /** `declined` says why the saved card was declined. */
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

/** Holds the hours after a booking that is taking place, and prepares their payment. Idempotent. */
export function extendBooking(extension: {
  bookingId: string
  hours: number
  /** `total` is the price of the extension that the guest saw. */
  total: number
  /** `withSavedCard` charges the saved card immediately. */
  withSavedCard?: boolean
}): Promise<OpenedExtension> {
  return callFunction('extend-booking', extension)
}

/** Query options of the confirmed extension of a booking. The data is null if there is none. */
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

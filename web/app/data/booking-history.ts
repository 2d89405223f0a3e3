import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from './admin-bookings.ts'
import { browserClient } from './browser-client.ts'

/** An action of a user or the server on a booking. The amount is in minor units. */
export type HistoryEvent = {
  at: string
  kind: string
  /** `actor` is a full name; null for the server and for deleted accounts. */
  actor: string | null
  reason: string | null
  note: string
  amount_minor: number | null
}

export const bookingHistory = (adminId: string, bookingId: string) =>
  queryOptions({
    queryKey: [...adminKeys.problems(adminId), 'history', bookingId],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .rpc('booking_history', { p_booking_id: bookingId })
        .throwOnError()
      return data as HistoryEvent[]
    },
  })

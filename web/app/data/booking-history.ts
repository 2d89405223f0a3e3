import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from './admin-bookings.ts'
import { browserClient } from './browser-client.ts'

/** What a person or the server did with a booking. The amount is in the booking's minor unit. */
export type HistoryEvent = {
  at: string
  kind: string
  /** Full name; null for the server and for deleted accounts. */
  actor: string | null
  reason: string | null
  note: string
  amount_minor: number | null
}

/** Returns the query options of a booking's history, newest first. */
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

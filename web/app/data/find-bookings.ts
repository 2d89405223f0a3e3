import type { Currency } from '@hourspace/domain/money.ts'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import type { RefundStatus, RequestAnswer } from './bookings.ts'
import { pagedQuery, pageOf } from './keyset.ts'
import { adminKeys } from './admin-bookings.ts'
import { searchWords } from './search-words.ts'

/** A booking found by the admins' booking search. Times are ISO instants. Prices are decimal. */
export type FoundBooking = {
  id: string
  status: BookingStatus
  answer: RequestAnswer | null
  refund_status: RefundStatus | null
  created_at: string
  start_time: string
  end_time: string
  time_zone: string
  currency: Currency
  total_price: number
  space_title: string
  guest_name: string | null
  guest_email: string | null
  host_name: string | null
  host_email: string | null
}

type BookingSearch = { text: string; status: BookingStatus | null }

const pageSize = 20

export const foundBookings = (adminId: string | undefined, { text, status }: BookingSearch) =>
  pagedQuery(
    adminId,
    [...adminKeys.problems(adminId), 'search', status ?? 'all', text],
    async (client, _adminId, after) => {
      const { data } = await client
        .rpc('find_bookings', {
          p_search: searchWords(text),
          ...(status && { p_status: status }),
          ...(after && { p_before: after.at, p_before_id: after.id }),
          p_limit: pageSize + 1,
        })
        .throwOnError()
      return pageOf(data as FoundBooking[], pageSize, ({ created_at }) => created_at)
    },
  )

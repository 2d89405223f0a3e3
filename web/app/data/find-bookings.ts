import type { Currency } from '@hourspace/domain/money.ts'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import type { RefundStatus, RequestAnswer } from './bookings.ts'
import { adminKeys } from './admin-bookings.ts'
import { allRows } from './all-rows.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { type Cursor, pagedQuery, pageOf } from './keyset.ts'
import { searchWords } from './search-words.ts'

/** A booking found by the admins' booking search. Times are ISO instants. Amounts are decimal. */
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
  rental: number
  platform_fee: number
  refunded: number
  host_commission: number
  /** The host's current share, which a cancellation reduces. */
  host_share: number
}

/** `month` is the UTC month in which the booking was made, as YYYY-MM. */
type BookingSearch = { text: string; status: BookingStatus | null; month: string | null }

const pageSize = 20
/**
 * Page size of exports. `find_bookings` returns at most 100 rows, and the hundredth only shows that
 * a next page exists.
 */
const exportPageSize = 99

export const foundBookings = (adminId: string | undefined, search: BookingSearch) =>
  pagedQuery(
    adminId,
    [...adminKeys.problems(adminId), 'search', search],
    (client, _adminId, after) => readBookings(client, search, after, pageSize),
  )

/** Returns all bookings that match a search, newest first, for an export. */
export async function allBookings(search: BookingSearch): Promise<FoundBooking[]> {
  const client = await browserClient()
  return allRows((after) => readBookings(client, search, after, exportPageSize))
}

async function readBookings(
  client: Client,
  { text, status, month }: BookingSearch,
  after: Cursor | null,
  limit: number,
) {
  const { data } = await client
    .rpc('find_bookings', {
      p_search: searchWords(text),
      ...(status && { p_status: status }),
      ...(month && { p_month: `${month}-01` }),
      ...(after && { p_before: after.at, p_before_id: after.id }),
      p_limit: limit + 1,
    })
    .throwOnError()
  return pageOf(data as FoundBooking[], limit, ({ created_at }) => created_at)
}

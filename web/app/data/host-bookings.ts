import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import type { RefundStatus } from './bookings.ts'
import type { Client } from './client.ts'
import { bookingKeys } from './bookings.ts'
import { pagedQuery, readPage, type Page, type PageRequest } from './keyset.ts'

/** The payout of one booking. Times are ISO instants. */
export type Payout = {
  status: 'scheduled' | 'paid' | 'cancelled'
  amount_minor: number
  due_at: string
  paid_at: string | null
  /** Id of the latest transfer in Stripe; null if none was made. */
  stripe_transfer_id: string | null
  /** Time at which Stripe refused the transfer for the third time. */
  refused_at: string | null
  frozen_at: string | null
  /**
   * `owed_minor` is what the host still owes after a refund of this booking. Later payouts are
   * reduced by this amount.
   */
  owed_minor: number
  /**
   * `withheld_minor` is deducted from this payout, because the host owes money from earlier
   * bookings.
   */
  withheld_minor: number
  dispute_status: 'inquiry' | 'open' | 'won' | 'lost' | null
}

/** A guest's name and picture. Both are null if the host may not see the guest's profile. */
export type Guest = { guestName: string | null; guestPicture: string | null }

/** A booking of one of the host's spaces. Amounts are decimal. */
export type HostBooking = Guest & {
  id: string
  user_id: string
  created_at: string
  start_time: string
  end_time: string
  status: BookingStatus
  currency: Currency
  host_share_amount: number
  host_commission_amount: number
  refund_status: RefundStatus | null
  time_zone: string
  space: { id: string; slug: string | null; title: string }
  payout: Payout | null
}

const columns =
  'id, user_id, created_at, start_time, end_time, status, currency, host_share_amount, host_commission_amount, refund_status, time_zone, space:spaces!inner(id, slug, title, user_id), payout:payouts(status, amount_minor, due_at, paid_at, stripe_transfer_id, refused_at, frozen_at, owed_minor, withheld_minor, dispute_status)' as const

const firstRows = 5
const furtherRows = 10

export const hostBookings = (hostId: string | undefined) =>
  pagedQuery(hostId, [...bookingKeys.ofUser(hostId), 'as host'], (client, id, after) =>
    bookingsOfHost(client, id, { after, limit: after ? furtherRows : firstRows }),
  )

export async function bookingsOfHost(
  client: Client,
  hostId: string,
  request: PageRequest,
): Promise<Page<HostBooking>> {
  const bookings = client.from('bookings').select(columns).eq('space.user_id', hostId)
  const page: Page<Omit<HostBooking, keyof Guest>> = await readPage(bookings, 'created_at', request)
  const guestOf = await readGuests(client, new Set(page.rows.map(({ user_id }) => user_id)))
  const rows = page.rows.map((row) => ({ ...row, ...guestOf(row.user_id) }))
  return { ...page, rows }
}

/** Reads names and pictures of guests. Returns a function that finds a guest by user id. */
export async function readGuests(
  client: Client,
  ids: ReadonlySet<string>,
): Promise<(id: string) => Guest> {
  const { data } =
    ids.size === 0
      ? { data: [] }
      : await client
          .from('people')
          .select('id, full_name, avatar_url')
          .in('id', [...ids])
          .throwOnError()
  return (id) => {
    const person = data.find((each) => each.id === id)
    return { guestName: person?.full_name ?? null, guestPicture: person?.avatar_url ?? null }
  }
}

/** A host's earnings in one currency, without cancelled bookings. Amounts are decimal. */
export type EarningsRow = { currency: Currency; earned: number; bookings: number; owed: number }

export async function earningsOfHost(client: Client): Promise<EarningsRow[]> {
  const { data } = await client
    .from('host_earnings')
    .select('currency, earned, bookings, owed')
    .throwOnError()
  return data as EarningsRow[]
}

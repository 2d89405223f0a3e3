import type { BookingStatus } from '#domain/booking-states.ts'
import type { Currency } from '#domain/money.ts'
import type { Client } from './client.ts'

/** Where the host's share of a booking is on its way. Times are ISO instants. */
export type Payout = {
  status: 'scheduled' | 'paid' | 'cancelled'
  /** In the minor unit of the booking's currency. */
  amount_minor: number
  due_at: string
  paid_at: string | null
  frozen_at: string | null
}

/** A booking of one of the host's spaces. Amounts are decimal. */
export type HostBooking = {
  id: string
  user_id: string
  start_time: string
  end_time: string
  status: BookingStatus
  currency: Currency
  host_share_amount: number
  host_commission_amount: number
  time_zone: string
  space: { id: string; slug: string | null; title: string }
  payout: Payout | null
  guestName: string | null
}

/** The latest bookings of a host's spaces, with the guests' names, newest first. */
export async function recentBookingsOfHost(
  client: Client,
  hostId: string,
  limit: number,
): Promise<HostBooking[]> {
  const { data, error } = await client
    .from('bookings')
    .select(
      'id, user_id, start_time, end_time, status, currency, host_share_amount, host_commission_amount, time_zone, space:spaces!inner(id, slug, title, user_id), payout:payouts(status, amount_minor, due_at, paid_at, frozen_at)',
    )
    .eq('space.user_id', hostId)
    .order('created_at', { ascending: false })
    .limit(limit)
  if (error) throw error

  const bookings = data as unknown as Array<Omit<HostBooking, 'guestName'>>
  const names = await namesOf(client, new Set(bookings.map(({ user_id }) => user_id)))
  return bookings.map((booking) => ({ ...booking, guestName: names.get(booking.user_id) ?? null }))
}

async function namesOf(client: Client, ids: ReadonlySet<string>) {
  if (ids.size === 0) return new Map<string, string | null>()
  const { data, error } = await client
    .from('people')
    .select('id, full_name')
    .in('id', [...ids])
  if (error) throw error
  const people = data as Array<{ id: string; full_name: string | null }>
  return new Map(people.map(({ id, full_name }) => [id, full_name]))
}

/** What counts in a host's figures: decimal share, currency and status of one booking. */
export type EarningsRow = Pick<HostBooking, 'status' | 'currency' | 'host_share_amount'>

/** The data service answers at most this many rows at once. */
const pageSize = 1000

/** Every booking of a host's spaces, as far as their figures need it. */
export async function earningsOfHost(client: Client, hostId: string): Promise<EarningsRow[]> {
  const rows: EarningsRow[] = []
  for (;;) {
    const { data, error } = await client
      .from('bookings')
      .select('status, currency, host_share_amount, spaces!inner(user_id)')
      .eq('spaces.user_id', hostId)
      .order('id')
      .range(rows.length, rows.length + pageSize - 1)
    if (error) throw error
    rows.push(...(data as unknown as EarningsRow[]))
    if (data.length < pageSize) return rows
  }
}

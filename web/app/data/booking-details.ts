import type { QueryData } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { isUuid } from '#web/lib/is-uuid.ts'
import { type Booking, bookingColumns, bookingKeys, spaceColumns } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import type { Payout } from './host-bookings.ts'
import { problemColumns, type Problem } from './problems.ts'

const columns =
  `${bookingColumns}, extends_booking_id, cancelled_by, cancel_reason, cancel_note, suggested_end_time, problems:booking_problems(${problemColumns}), space:spaces!inner(${spaceColumns}, is_listed, capacity, house_rules, included, address:space_addresses(street_address, latitude, longitude), arrival:space_arrival_notes(notes)), payment:payments(id, paid_at, refunds(id, amount_minor, reason, status, created_at, settled_at, failed_at)), payout:payouts(status, amount_minor, due_at, paid_at, stripe_transfer_id, refused_at, frozen_at, owed_minor, withheld_minor, dispute_status)` as const

const detailsOf = (client: Client) => client.from('bookings').select(columns)

type Row = QueryData<ReturnType<typeof detailsOf>>[number]

type Person = { id: string; full_name: string | null; avatar_url: string | null }

/**
 * A booking as the booking page shows it. Row-level security hides the payment from hosts and the
 * payout from guests. Guests can read the address of a confirmed booking until 24 hours after its
 * end, and the arrival notes from 24 hours before its start.
 */
export type BookingDetails = Booking &
  Pick<
    Row,
    | 'payment'
    | 'extends_booking_id'
    | 'cancelled_by'
    | 'cancel_reason'
    | 'cancel_note'
    | 'suggested_end_time'
  > & {
    problems: Problem[]
    payout: Payout | null
    space: Pick<
      Row['space'],
      'is_listed' | 'capacity' | 'house_rules' | 'included' | 'address' | 'arrival'
    >
    guest: Person | null
    host: Person | null
  }

const requestPollMs = 10_000

/** Query options of a booking. The data is null if the user may not see the booking. */
export const bookingDetails = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), id, 'details'],
    queryFn: async () => findBookingDetails(await browserClient(), userId ?? '', id),
    enabled: userId !== undefined,
    // Polls while a booking request is unanswered, because the host may answer at any time.
    refetchInterval: ({ state }) => (state.data?.status === 'requested' ? requestPollMs : false),
  })

async function findBookingDetails(
  client: Client,
  userId: string,
  id: string,
): Promise<BookingDetails | null> {
  if (!isUuid(id)) return null
  const { data } = await detailsOf(client).eq('id', id).maybeSingle().throwOnError()
  if (!data || (data.user_id !== userId && data.space.user_id !== userId)) return null
  const people = await peopleOf(client, [data.user_id, data.space.user_id])
  const booking = data as Row & Booking & { payout: Payout | null; problems: Problem[] }
  return {
    ...booking,
    guest: people.find((person) => person.id === data.user_id) ?? null,
    host: people.find((person) => person.id === data.space.user_id) ?? null,
  }
}

/** Returns the calendar entry of a booking and its extensions, for its guest or host. */
export async function bookingCalendarEntry(bookingId: string) {
  const client = await browserClient()
  const { data } = await client
    .rpc('booking_calendar_entry', { p_booking_id: bookingId })
    .throwOnError()
  const entry = data as {
    id: string
    starts_at: string
    ends_at: string
    sequence: number
    is_cancelled: boolean
  }
  return {
    id: entry.id,
    sequence: entry.sequence,
    startsAt: new Date(entry.starts_at),
    endsAt: new Date(entry.ends_at),
    isCancelled: entry.is_cancelled,
  }
}

async function peopleOf(client: Client, ids: readonly string[]): Promise<Person[]> {
  const { data } = await client
    .from('people')
    .select('id, full_name, avatar_url')
    .in('id', ids)
    .throwOnError()
  return data as Person[]
}

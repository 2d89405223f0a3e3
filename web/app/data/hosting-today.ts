import type { Currency } from '@hourspace/domain/money.ts'
import { queryOptions } from '@tanstack/react-query'
import { bookingKeys, joinExtensions } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { type Guest, type Payout, readGuests } from './host-bookings.ts'
import { listingKeys } from './listings.ts'
import { userKey } from './query-client.ts'

/**
 * A booking of one of the host's spaces that has not ended. Its end is the end of its last
 * extension. Times are ISO instants.
 */
export type Visit = Guest & {
  id: string
  user_id: string
  extends_booking_id: string | null
  /** `answer_by` is when the booking request expires unanswered; null for instant bookings. */
  answer_by: string | null
  start_time: string
  end_time: string
  time_zone: string
  guest_count: number
  currency: Currency
  /** `host_share_amount` is a decimal; 0 for a free booking. */
  host_share_amount: number
  space: { id: string; title: string; location: string }
}

type VisitRow = Omit<Visit, keyof Guest>

const visitColumns =
  'id, user_id, extends_booking_id, answer_by, start_time, end_time, time_zone, guest_count, currency, host_share_amount, space:spaces!inner(id, title, location, user_id)' as const

/** Maximum number of rows per list on the Today screen. */
const limit = 200

const refreshMs = 60_000

/** Query options of a host's booking requests and confirmed bookings that have not ended. */
export const visitsOfHost = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(hostId), 'visits'],
    queryFn: async () => readVisits(await browserClient(), hostId ?? ''),
    enabled: hostId !== undefined,
    refetchInterval: refreshMs,
  })

async function readVisits(client: Client, hostId: string) {
  const withStatus = (status: 'confirmed' | 'requested') =>
    client
      .from('bookings')
      .select(visitColumns)
      .eq('space.user_id', hostId)
      .eq('status', status)
      .gt('end_time', new Date().toISOString())
      .order('start_time')
      .limit(limit)
      .throwOnError()
  const [confirmed, requested] = await Promise.all([
    withStatus('confirmed'),
    withStatus('requested'),
  ])
  const guests = [...confirmed.data, ...requested.data].map(({ user_id }) => user_id)
  const guestOf = await readGuests(client, new Set(guests))
  const named = (rows: VisitRow[]): Visit[] =>
    rows.map((row) => ({ ...row, ...guestOf(row.user_id) }))
  return {
    confirmed: joinExtensions(named(confirmed.data as VisitRow[])),
    requested: named(requested.data as VisitRow[]),
  }
}

export type ProposedChange = Guest & {
  id: string
  start_time: string
  end_time: string
  guest_count: number
  answer_by: string
  booking: VisitRow
}

export const changesToAnswer = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(hostId), 'changes to answer'],
    queryFn: async (): Promise<ProposedChange[]> => {
      const client = await browserClient()
      const { data } = await client
        .from('booking_changes')
        .select(
          `id, start_time, end_time, guest_count, answer_by, booking:bookings!inner(${visitColumns})` as const,
        )
        .eq('status', 'open')
        .eq('proposed_by', 'guest')
        .eq('booking.space.user_id', hostId ?? '')
        .order('answer_by')
        .limit(limit)
        .throwOnError()
      const rows = data as Omit<ProposedChange, keyof Guest>[]
      const guestOf = await readGuests(client, new Set(rows.map(({ booking }) => booking.user_id)))
      return rows.map((row) => ({ ...row, ...guestOf(row.booking.user_id) }))
    },
    enabled: hostId !== undefined,
    refetchInterval: refreshMs,
  })

export type NextPayout = Payout & {
  id: string
  currency: Currency
  booking: { id: string; time_zone: string; space: { title: string } }
}

const payoutColumns =
  'id, currency, status, amount_minor, due_at, paid_at, stripe_transfer_id, refused_at, frozen_at, owed_minor, withheld_minor, dispute_status, booking:bookings!inner(id, time_zone, space:spaces!inner(title))' as const

/** Number of payouts on the Today screen. The Earnings screen lists all payouts. */
const shownPayouts = 5

/** Query options of the payouts that have not been sent, sorted by due date, earliest first. */
export const nextPayouts = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(hostId), 'next payouts'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .from('payouts')
        .select(payoutColumns)
        .eq('host_id', hostId ?? '')
        .eq('status', 'scheduled')
        .gt('amount_minor', 0)
        .order('due_at')
        .limit(shownPayouts)
        .throwOnError()
      return data as NextPayout[]
    },
    enabled: hostId !== undefined,
  })

export type ListingFacts = {
  id: string
  title: string
  available: boolean
  archived_at: string | null
  images: string[]
  house_rules: string
  time_zone: string
  hours: { weekday: number }[]
  price_rules: { weekday: number }[]
  length_discounts: { percentage: number }[]
  address: { street_address: string } | null
  arrival: { notes: string } | null
}

/** Query options of the listings that are not deleted, including archived ones, oldest first. */
export const listingFacts = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...listingKeys.ofUser(hostId), 'facts'],
    queryFn: async (): Promise<ListingFacts[]> => {
      const client = await browserClient()
      const { data } = await client
        .from('spaces')
        .select(
          'id, title, available, archived_at, images, house_rules, time_zone, hours:space_opening_hours(weekday), price_rules:space_price_rules(weekday), length_discounts:space_length_discounts(percentage), address:space_addresses(street_address), arrival:space_arrival_notes(notes)',
        )
        .eq('user_id', hostId ?? '')
        .is('withdrawn_at', null)
        .order('created_at')
        .limit(limit)
        .throwOnError()
      return data
    },
    enabled: hostId !== undefined,
  })

/**
 * Returns the last known state of a host's payout account. 'incomplete' includes accounts that
 * Stripe is checking or has paused.
 */
function accountOf(
  profile: {
    stripe_account_id: string | null
    stripe_onboarding_complete: boolean
    bank_refused_at: string | null
  } | null,
) {
  if (!profile?.stripe_account_id) return 'not_connected'
  if (!profile.stripe_onboarding_complete) return 'incomplete'
  return profile.bank_refused_at ? 'bank_refused' : 'ready'
}

export type HostFacts = {
  hasName: boolean
  account: ReturnType<typeof accountOf>
}

export const hostFacts = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...userKey(hostId), 'host facts'],
    queryFn: async (): Promise<HostFacts> => {
      const client = await browserClient()
      const { data } = await client
        .from('profiles')
        .select('full_name, stripe_account_id, stripe_onboarding_complete, bank_refused_at')
        .eq('id', hostId ?? '')
        .maybeSingle()
        .throwOnError()
      return {
        hasName: Boolean(data?.full_name?.trim()),
        account: accountOf(data),
      }
    },
    enabled: hostId !== undefined,
  })

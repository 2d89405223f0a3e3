import type { Currency } from '@hourspace/domain/money.ts'
import type { ProblemKind } from '@hourspace/domain/problems.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isUuid } from '#web/lib/is-uuid.ts'
import { type Booking, bookingColumns, bookingKeys } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import type { Payout } from './host-bookings.ts'
import { type HostCancellations, type Problem, problemColumns } from './problems.ts'
import { userKey } from './query-client.ts'

const people =
  'guest:profiles!bookings_user_id_fkey(full_name), space:spaces!inner(id, slug, title, host:profiles!spaces_user_id_fkey(id, full_name))' as const

const money =
  'refundable_minor:booking_refundable_minor, payment:payments(stripe_charge_id), payout:payouts(status, amount_minor, due_at, paid_at, stripe_transfer_id, refused_at, frozen_at, owed_minor, withheld_minor, dispute_status)' as const

/** A booking as admins see it. Fields named `…_minor` are in minor units of its currency. */
export type AdminBooking = Omit<Booking, 'space'> & {
  cancelled_by: 'guest' | 'host' | 'admin' | null
  cancel_reason: string | null
  cancel_note: string
  guest: { full_name: string | null } | null
  space: {
    id: string
    slug: string | null
    title: string
    host: { id: string; full_name: string | null } | null
  }
  /** Amount of the booking's payments that can still be refunded. Includes payments for changes. */
  refundable_minor: number
  payment: { stripe_charge_id: string | null } | null
  payout: Payout | null
}

const bookingParts =
  `${bookingColumns}, cancelled_by, cancel_reason, cancel_note, ${people}, ${money}` as const

/** A problem report that an admin has to decide, or accepted damage that is still unpaid. */
export type WaitingProblem = Problem & { booking: AdminBooking }

/** An entry in the log of cancellations and problem reports. The amount is in minor units. */
export type ProblemEvent = {
  id: number
  action:
    | 'cancelled_by_host'
    | 'cancelled_by_admin'
    | 'reported'
    | 'withdrawn'
    | 'upheld'
    | 'declined'
    | 'settled'
  amount_minor: number | null
  reason: string | null
  note: string
  created_at: string
  actor: { full_name: string | null } | null
  problem: { kind: ProblemKind } | null
  booking: { id: string; currency: Currency; space: { title: string } }
}

const eventColumns =
  'id, action, amount_minor, reason, note, created_at, actor:profiles(full_name), problem:booking_problems(kind), booking:bookings!inner(id, currency, space:spaces!inner(title))' as const

const mostProblems = 50
const mostEvents = 10
const mostHosts = 5

export const adminKeys = {
  problems: (adminId: string | undefined) => [...userKey(adminId), 'admin problems'] as const,
  /** First part of the query keys of the platform's counts, balance and monthly fees. */
  statistics: (adminId: string | undefined) => [...userKey(adminId), 'statistics'] as const,
}

/**
 * Reloads what an admin's decision changes: bookings with their money timelines, problem reports and
 * statistics.
 */
export async function refreshAfterDecision(client: QueryClient, adminId: string): Promise<void> {
  // Does not wait for the statistics, because callers only need the reloaded booking and reports.
  void client.invalidateQueries({ queryKey: adminKeys.statistics(adminId) })
  await Promise.all(
    [adminKeys.problems(adminId), bookingKeys.ofUser(adminId)].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}

/** Query options of the admin dashboard: open problem reports, log entries, frequent cancellers. */
export const problemQueue = (adminId: string | undefined) =>
  queryOptions({
    queryKey: [...adminKeys.problems(adminId), 'queue'],
    queryFn: async () => readQueue(await browserClient()),
    enabled: adminId !== undefined,
  })

async function readQueue(client: Client) {
  const [problems, events, hosts] = await Promise.all([
    client
      .from('booking_problems')
      .select(`${problemColumns}, booking:bookings!inner(${bookingParts})`)
      .or('status.eq.open,and(kind.eq.damage,status.eq.upheld,settled_at.is.null)')
      .order('created_at')
      .limit(mostProblems)
      .throwOnError()
      .overrideTypes<WaitingProblem[], { merge: false }>(),
    client
      .from('booking_problem_events')
      .select(eventColumns)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(mostEvents)
      .throwOnError()
      .overrideTypes<ProblemEvent[], { merge: false }>(),
    client
      .from('host_cancellations')
      .select('host_id, host_name, cancellations, bookings, last_cancelled_at')
      .gt('cancellations', 0)
      .order('cancellations', { ascending: false })
      .limit(mostHosts)
      .throwOnError(),
  ])
  return {
    problems: problems.data,
    events: events.data,
    hosts: hosts.data as HostCancellations[],
  }
}

/** Query options of a booking as admins see it. The data is null if the booking does not exist. */
export const adminBooking = (adminId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...adminKeys.problems(adminId), 'booking', id],
    queryFn: async () => readBooking(await browserClient(), id),
    enabled: adminId !== undefined,
  })

async function readBooking(client: Client, id: string) {
  if (!isUuid(id)) return null
  const { data } = await client
    .from('bookings')
    .select(`${bookingParts}, problems:booking_problems(${problemColumns})`)
    .eq('id', id)
    .order('created_at', { referencedTable: 'problems', ascending: false })
    .maybeSingle()
    .throwOnError()
  return data as unknown as (AdminBooking & { problems: Problem[] }) | null
}

export async function settleDamage(id: string): Promise<void> {
  const client = await browserClient()
  await client.rpc('settle_damage', { p_problem_id: id, p_note: '' }).throwOnError()
}

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

import type { CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import type { BookedExtra } from '@hourspace/domain/extras.ts'
import type { PriceLine } from '@hourspace/domain/fees.ts'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import type { Span } from '@hourspace/domain/slots.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryData } from '@supabase/supabase-js'
import { browserClient } from './browser-client.ts'
import { callFunction } from './functions.ts'
import type { Client } from './client.ts'
import { pagedQuery, readPage, type Page, type PageRequest } from './keyset.ts'
import { userKey } from './query-client.ts'

/**
 * Status of a refund. `retrying`: the bank returned the refund, so the server sends the refund
 * again. `failed`: an admin has to refund the guest by other means. `settled`: an admin has
 * refunded the guest by other means. `disputed`: the refund waits until the guest's bank has decided
 * the dispute.
 */
export type RefundStatus = 'pending' | 'disputed' | 'succeeded' | 'retrying' | 'failed' | 'settled'

export type RequestAnswer = 'accepted' | 'declined' | 'expired' | 'withdrawn'

export const bookingColumns =
  'id, user_id, start_time, end_time, status, currency, total_price, rental_amount, platform_fee_percentage, platform_fee_amount, host_commission_amount, host_share_amount, refunded_amount, returned_amount, refund_status, cancellation_policy, time_zone, guest_count, extras, price_lines, created_at, booked_at, cancelled_at, answer, answer_by, answered_at, suggested_start_time' as const

export const spaceColumns =
  'id, slug, user_id, title, location, country, images, image_previews' as const

const columns = `${bookingColumns}, space:spaces!inner(${spaceColumns})` as const

const bookings = (client: Client) => client.from('bookings').select(columns)

type Row = QueryData<ReturnType<typeof bookings>>[number]

/** A booking with its space. Amounts are decimals and times are ISO instants. */
export type Booking = Omit<
  Row,
  | 'status'
  | 'currency'
  | 'refund_status'
  | 'cancellation_policy'
  | 'extras'
  | 'price_lines'
  | 'answer'
  | 'booked_at'
> & {
  /**
   * `answer` is the outcome of a booking request. It is null for instant bookings and unanswered
   * requests.
   */
  answer: RequestAnswer | null
  /** `booked_at` is when an instant booking was made, or when the host answered the request. */
  booked_at: string
  extras: BookedExtra[]
  price_lines: PriceLine[]
  status: BookingStatus
  currency: Currency
  refund_status: RefundStatus | null
  cancellation_policy: CancellationPolicy
}

export const bookingKeys = {
  ofUser: (userId: string | undefined) => [...userKey(userId), 'bookings'] as const,
}

const pageSize = 12

/**
 * Filters of a guest's list of bookings. `upcoming` includes open requests. `cancelled` includes
 * declined and expired requests.
 */
export const bookingFilters = ['upcoming', 'past', 'cancelled'] as const

type BookingFilter = (typeof bookingFilters)[number]

const shownStatuses: Record<BookingFilter, BookingStatus[]> = {
  upcoming: ['confirmed', 'requested'],
  past: ['confirmed'],
  cancelled: ['cancelled', 'declined', 'expired'],
}

export type BookingListQuery = {
  show?: BookingFilter | undefined
  search?: string | undefined
}

export const guestBookings = (
  userId: string | undefined,
  { show, search }: BookingListQuery = {},
) =>
  pagedQuery(
    userId,
    [...bookingKeys.ofUser(userId), 'as guest', show ?? 'all', search ?? ''],
    (client, guestId, after) =>
      bookingsOfGuest(client, guestId, { after, limit: pageSize, show, search }),
  )

export const bookingById = (userId: string | undefined, id: string | null) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), id],
    queryFn: async () => findBooking(await browserClient(), id ?? ''),
    enabled: userId !== undefined && id !== null,
  })

export async function bookingsOfGuest(
  client: Client,
  userId: string,
  { show, search, ...request }: PageRequest & BookingListQuery,
): Promise<Page<Booking>> {
  let query = bookings(client).eq('user_id', userId)
  const now = new Date().toISOString()
  if (show) query = query.in('status', shownStatuses[show])
  if (show === 'upcoming') query = query.gt('end_time', now)
  if (show === 'past') query = query.lte('end_time', now)
  if (search)
    query = query.ilike('space.title', `%${search.replaceAll(/[\\%_*]/g, String.raw`\$&`)}%`)
  return readPage(query, 'start_time', request)
}

export async function countUpcomingOfGuest(client: Client, userId: string): Promise<number> {
  const { count } = await client
    .from('bookings')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId)
    .eq('status', 'confirmed')
    .gt('end_time', new Date().toISOString())
    .throwOnError()
  return count ?? 0
}

/**
 * Merges each booking and the extensions that continue it into one booking, which ends with the
 * last extension. The bookings must be sorted by start.
 */
export function joinExtensions<
  Row extends { id: string; end_time: string; extends_booking_id: string | null },
>(bookings: readonly Row[]): Row[] {
  const joined: Row[] = []
  const firsts = new Map<string, Row>()
  for (const booking of bookings) {
    const extended = booking.extends_booking_id && firsts.get(booking.extends_booking_id)
    const first = extended || { ...booking }
    if (extended) extended.end_time = booking.end_time
    else joined.push(first)
    firsts.set(booking.id, first)
  }
  return joined
}

const nextColumns =
  `${bookingColumns}, extends_booking_id, space:spaces!inner(${spaceColumns}, address:space_addresses(street_address, latitude, longitude))` as const

/**
 * A guest's next booking. Its end is the end of its last extension. Its address is null if the host
 * has not entered an address.
 */
export type NextBooking = Booking & {
  extends_booking_id: string | null
  space: {
    address: { street_address: string; latitude: number | null; longitude: number | null } | null
  }
}

/** Query options of the guest's current or next booking. The data is null if there is none. */
export const nextBooking = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), 'next'],
    queryFn: async () => findNextBooking(await browserClient(), userId ?? ''),
    enabled: userId !== undefined,
  })

/**
 * Maximum number of extensions to load with the next booking, which ends with the last extension.
 */
const mostExtensions = 4

async function findNextBooking(client: Client, userId: string): Promise<NextBooking | null> {
  const { data } = await client
    .from('bookings')
    .select(nextColumns)
    .eq('user_id', userId)
    .eq('status', 'confirmed')
    .gt('end_time', new Date().toISOString())
    .order('start_time')
    .limit(mostExtensions + 1)
    .throwOnError()
  return joinExtensions(data as NextBooking[])[0] ?? null
}

export async function recentBookingsOfGuest(
  client: Client,
  userId: string,
  limit: number,
): Promise<Booking[]> {
  const { data } = await bookings(client)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data as Booking[]
}

export async function findBooking(client: Client, id: string): Promise<Booking | null> {
  const { data } = await bookings(client).eq('id', id).maybeSingle().throwOnError()
  return data as Booking | null
}

/** Returns the id of the guest's booking or request that overlaps a time; null if there is none. */
export async function bookingOfTime(
  client: Client,
  { userId, spaceId, span }: { userId: string; spaceId: string; span: Span },
): Promise<string | null> {
  const { data } = await client
    .from('bookings')
    .select('id')
    .eq('user_id', userId)
    .eq('space_id', spaceId)
    .in('status', shownStatuses.upcoming)
    .lt('start_time', span.endsAt.toISOString())
    .gt('end_time', span.startsAt.toISOString())
    .order('start_time')
    .limit(1)
    .throwOnError()
  return data[0]?.id ?? null
}

/**
 * Cancels the caller's own booking. The server refunds the guest under the booking's cancellation
 * policy.
 */
export async function cancelBooking(bookingId: string): Promise<void> {
  await callFunction('cancel-booking', { bookingId })
}

/**
 * Answers a booking request. The host accepts, or declines with a message and a suggested time; the
 * guest withdraws. Returns the new booking status. An accepted request stays `requested` while the
 * card is charged, and becomes `expired` if the charge fails.
 */
export async function answerRequest(answer: {
  bookingId: string
  answer: Exclude<RequestAnswer, 'expired'>
  note?: string
  suggestion?: { startTime: string; endTime: string }
}): Promise<BookingStatus> {
  const { status } = await callFunction<{ status: BookingStatus }>('answer-request', answer)
  return status
}

/**
 * Returns the invoices and credit notes of a booking as one PDF. Only the guest and the host of the
 * booking may request it.
 */
export function bookingInvoices(bookingId: string): Promise<Blob> {
  return callFunction<Blob>('booking-documents', { bookingId })
}

export function bookingReceipt(bookingId: string): Promise<Blob> {
  return callFunction<Blob>('booking-receipt', { bookingId })
}

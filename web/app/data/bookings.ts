import type { CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { callFunction } from './functions.ts'
import type { Client } from './client.ts'
import { readPage, type Page, type PageWish } from './keyset.ts'

/**
 * retrying: the card's bank sent it back, and it is made again; failed: it will not take it, and
 * people arrange another way; settled: they have.
 */
export type RefundStatus = 'pending' | 'succeeded' | 'retrying' | 'failed' | 'settled'

/** A booking with its space. Amounts are decimal, times ISO instants. */
export type Booking = {
  id: string
  start_time: string
  end_time: string
  status: BookingStatus
  currency: Currency
  total_price: number
  rental_amount: number
  platform_fee_amount: number
  host_commission_amount: number
  host_share_amount: number
  refunded_amount: number
  /** Of it and of lost disputes: what went back past the cancellation policy. */
  returned_amount: number
  /** How far the refund is; null without one. */
  refund_status: RefundStatus | null
  cancellation_policy: CancellationPolicy
  time_zone: string
  created_at: string
  space: {
    id: string
    slug: string | null
    title: string
    location: string
    images: string[]
    image_previews: string[]
  }
}

const columns =
  'id, start_time, end_time, status, currency, total_price, rental_amount, platform_fee_amount, host_commission_amount, host_share_amount, refunded_amount, returned_amount, refund_status, cancellation_policy, time_zone, created_at, space:spaces!inner(id, slug, title, location, images, image_previews)' as const

/** What a guest has booked, newest start first, a page at a time. */
export async function bookingsOfGuest(
  client: Client,
  userId: string,
  wish: PageWish,
): Promise<Page<Booking>> {
  const bookings = client.from('bookings').select(columns).eq('user_id', userId)
  return readPage(bookings, 'start_time', wish)
}

/** What a guest has booked most recently. */
export async function recentBookingsOfGuest(
  client: Client,
  userId: string,
  limit: number,
): Promise<Booking[]> {
  const { data, error } = await client
    .from('bookings')
    .select(columns)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(limit)
  if (error) throw error
  return data as unknown as Booking[]
}

/** One booking the asker may see, or null. */
export async function findBooking(client: Client, id: string): Promise<Booking | null> {
  const { data, error } = await client.from('bookings').select(columns).eq('id', id).maybeSingle()
  if (error) throw error
  return data as unknown as Booking | null
}

/** Cancels the asker's own booking; the server refunds by the booking's own policy. */
export async function cancelBooking(bookingId: string): Promise<void> {
  await callFunction('cancel-booking', { bookingId })
}

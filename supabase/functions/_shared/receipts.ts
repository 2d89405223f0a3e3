import { query } from './database.ts'
import { failure } from './errors.ts'
import type { Receipt } from './receipt-pdf.ts'
import { serviceClient } from './supabase.ts'

/**
 * Returns the receipt of a booking to its guest. Throws booking_not_found if the booking is free,
 * unpaid or not a booking of this user.
 */
export async function findReceipt(bookingId: string, userId: string): Promise<Receipt> {
  const [booking] = await query<Omit<Receipt, 'guest_email'>>`
    select payments.id as payment_id, payments.paid_at, bookings.id as booking_id,
      bookings.start_time, bookings.end_time, bookings.time_zone, bookings.status,
      bookings.guest_count, bookings.extras, bookings.price_lines, bookings.currency, bookings.rental_amount,
      bookings.platform_fee_percentage, bookings.platform_fee_amount, bookings.total_price,
      bookings.refunded_amount, bookings.refund_status,
      spaces.title as space_title, spaces.location, spaces.country,
      guests.full_name as guest_name, hosts.full_name as host_name
    from bookings
    join payments on payments.booking_id = bookings.id
    join spaces on spaces.id = bookings.space_id
    join profiles guests on guests.id = bookings.user_id
    join profiles hosts on hosts.id = spaces.user_id
    where bookings.id = ${bookingId} and bookings.user_id = ${userId}
      and payments.paid_at is not null and bookings.total_price > 0`
  if (!booking) throw failure('booking_not_found')
  const { data, error } = await serviceClient().auth.admin.getUserById(userId)
  if (error) throw error
  return { ...booking, guest_email: data.user.email ?? '' }
}

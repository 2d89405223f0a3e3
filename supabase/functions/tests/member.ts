import { createClient } from '@supabase/supabase-js'
import type { Market, Person } from './market.ts'

export const password = 'a long enough password'

export function clientOf(market: Market) {
  return createClient(market.server.url, market.server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** Signs up a user with a password through the auth API, as the browser does. */
export async function member(market: Market, name: string) {
  const email = `${name}-${crypto.randomUUID()}@example.com`
  const client = clientOf(market)
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { full_name: name } },
  })
  if (error || !data.session) throw error ?? new Error('no session')
  const person: Person = market.personOf(data.session.user.id)
  const token = data.session.access_token
  const deleteAccount = (given = password) =>
    market.post('delete-account', { password: given, confirmation: 'DELETE' }, token)
  return { ...person, email, client, token, deleteAccount }
}

export async function pair(market: Market) {
  const [guest, host] = await Promise.all([member(market, 'guest'), member(market, 'host')])
  return { guest, host, space: await market.space(host) }
}

/** Moves a booking 40 days into the past and makes its payout due. */
export async function settleInThePast(market: Market, bookingId: string): Promise<void> {
  await market.server.sql`
    update public.bookings set start_time = now() - interval '40 days',
      end_time = now() - interval '40 days' + interval '1 hour'
    where id = ${bookingId}`
  await market.server.sql`
    update public.payouts set due_at = now() - interval '39 days' where booking_id = ${bookingId}`
}

/** Moves a booking 40 days into the past and marks its payout as paid. */
export async function settleAndPay(market: Market, bookingId: string): Promise<void> {
  await settleInThePast(market, bookingId)
  await market.server.sql`
    update public.payouts set status = 'paid' where booking_id = ${bookingId}`
}

export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

import type { SupabaseClient } from '@supabase/supabase-js'
import { hourMs } from '@hourspace/domain/durations.ts'
import { spanAt } from '@hourspace/domain/slots.ts'
import type { Database } from '@hourspace/web/data/database.types.ts'
import { recordsOf } from './records.ts'
import type { TestClients } from './instances.ts'
import { newAddress, password } from './accounts.ts'

type HostedSpace = {
  id: string
  title: string
  hostEmail: string
  path: string
  records: ReturnType<typeof recordsOf>
}

/** Hours on a day in Tokyo. `hour` is the first hour, `hours` the number of hours. */
type Slot = { date: string; hour: number; hours: number }

type BookingFacts = {
  /** User id. */
  guest: string
  space: string
  /** Start of the booking in milliseconds since 1970. */
  startsAt: number
}

let spaces = 0

/** Adds extras to a space, in the given order. Prices are decimal amounts. */
export async function addExtras(
  { server }: TestClients,
  spaceId: string,
  extras: { name: string; price: number; unit: 'booking' | 'hour' | 'person' }[],
): Promise<void> {
  await server
    .from('space_extras')
    .insert(extras.map((extra, position) => ({ ...extra, space_id: spaceId, position })))
    .throwOnError()
}

/** Creates a host with a space, by default in Tokyo at 5,000 JPY an hour. */
export async function listSpace(
  clients: TestClients,
  details: Partial<{
    price: number
    currency: string
    type: string
    location: string
    country: string
    cancellation_policy: string
    images: string[]
  }> = {},
): Promise<HostedSpace> {
  const client = clients.visitor()
  const hostEmail = newAddress('host')
  const signedUp = await client.auth.signUp({ email: hostEmail, password })
  if (signedUp.error) throw signedUp.error
  spaces += 1
  const title = `Quiet room ${process.pid}-${spaces}`
  const { data, error } = await client
    .from('spaces')
    .insert({
      user_id: signedUp.data.user?.id ?? '',
      title,
      description: 'A quiet room with a big table.',
      type: 'studio',
      price: 5000,
      currency: 'JPY',
      location: 'Tokyo',
      country: 'Japan',
      time_zone: 'Asia/Tokyo',
      capacity: 8,
      amenities: ['Wi-Fi', 'Projector'],
      images: [],
      available: true,
      ...details,
    })
    .select('id, slug')
    .single()
  if (error) throw error
  return {
    id: data.id,
    title,
    hostEmail,
    path: `/space/${data.slug ?? data.id}`,
    records: recordsOf(clients, data.id),
  }
}

type Checkout = { paymentIntentId: string; clientSecret: string; bookingId: string | null }

/**
 * Checks out for one person through the API. The checkout holds the slot, or books it immediately
 * if the price of the space is 0.
 */
async function checkOut(
  clients: TestClients,
  guest: SupabaseClient<Database>,
  spaceId: string,
  { date, hour, hours }: Slot,
): Promise<Checkout> {
  const { data: listed } = await clients.server
    .from('spaces')
    .select('price, currency, cancellation_policy')
    .eq('id', spaceId)
    .single()
    .throwOnError()
  const { startsAt, endsAt } = spanAt(date, hour, hours, 'Asia/Tokyo')!
  const { data, error } = await guest.functions.invoke<Checkout>('create-payment-intent', {
    body: {
      spaceId,
      startTime: startsAt.toISOString(),
      endTime: endsAt.toISOString(),
      duration: hours,
      guests: 1,
      extras: [],
      amount: Number(listed.price) * hours,
      currency: listed.currency,
      policy: listed.cancellation_policy,
    },
  })
  if (error || !data) throw error
  return data
}

/** Checks out as a new guest. The returned function cancels the booking of a space with price 0. */
export async function checkOutAsRival(clients: TestClients, spaceId: string, slot: Slot) {
  const rival = clients.visitor()
  await rival.auth.signUp({ email: newAddress('rival'), password })
  const { bookingId } = await checkOut(clients, rival, spaceId, slot)
  return () => rival.functions.invoke('cancel-booking', { body: { bookingId } })
}

/**
 * Books a space in Tokyo through the API as the user with the given email, pays by card, and
 * returns the id of the booking.
 */
export async function bookAndPay(
  clients: TestClients,
  space: HostedSpace,
  email: string,
  slot: Slot,
): Promise<string> {
  const guest = clients.visitor()
  const signedIn = await guest.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  const { paymentIntentId, clientSecret } = await checkOut(clients, guest, space.id, slot)
  await clients.pay({ id: paymentIntentId, clientSecret })
  const confirmed = await guest.functions.invoke<{ bookingId: string }>('confirm-booking', {
    body: { paymentIntentId },
  })
  if (confirmed.error || !confirmed.data) throw confirmed.error
  return confirmed.data.bookingId
}

/** Inserts a row of `bookings` and returns its id. */
export async function addBooking(
  { server }: TestClients,
  row: Database['public']['Tables']['bookings']['Insert'],
): Promise<string> {
  const { data } = await server.from('bookings').insert(row).select('id').single().throwOnError()
  return data.id
}

export async function idOf({ server }: TestClients, email: string): Promise<string> {
  const { data } = await server.auth.admin.listUsers({ perPage: 1000 })
  return data.users.find((user) => user.email === email)?.id ?? ''
}

/**
 * Returns a row of `bookings` for one hour at 5,000 JPY. It has no payment, so it suits only
 * screens that display bookings.
 */
export const bookingOf = ({ guest, space, startsAt }: BookingFacts) => ({
  user_id: guest,
  space_id: space,
  start_time: new Date(startsAt).toISOString(),
  end_time: new Date(startsAt + hourMs).toISOString(),
  currency: 'JPY',
  rental_amount: 5000,
  platform_fee_percentage: 10,
  platform_fee_amount: 500,
  total_price: 5500,
  host_commission_percentage: 10,
  host_commission_amount: 500,
  host_share_amount: 4500,
  cancellation_policy: 'flexible' as const,
  time_zone: 'Asia/Tokyo',
})

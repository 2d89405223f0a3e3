import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDays, openMarket } from './market.ts'
import { member, onePixel, pair, settleAndPay } from './member.ts'

let market: Awaited<ReturnType<typeof openMarket>>

beforeAll(async () => {
  market = await openMarket()
})

afterAll(() => market.world.stop())

type Export = Record<string, Record<string, unknown>[]> & {
  account: Record<string, unknown>
  profile: Record<string, unknown>
}

test('a guest takes everything of theirs along, and nothing of their host', async () => {
  const { guest, host, space } = await pair(market)
  const cancelled = await market.book(guest, space, inDays(10))
  await guest.call('cancel-booking', { bookingId: cancelled })
  const bookingId = await market.book(guest, space, inDays(11))
  await settleAndPay(market, bookingId)
  await market.world.sql`insert into public.reviews (space_id, booking_id, user_id, rating, comment)
    values (${space.id}, ${bookingId}, ${guest.id}, 5, 'Lovely light')`
  await guest.client.storage
    .from('profile-images')
    .upload(`${guest.id}-1.png`, onePixel, { contentType: 'image/png' })

  const { status, body } = await guest.call<Export>('export-account', {})
  expect(status).toBe(200)
  expect(body).toMatchObject({
    account: { id: guest.id, email: guest.email, details: { full_name: 'guest' } },
    profile: { id: guest.id, full_name: 'guest' },
    sessions: [{ user_agent: expect.any(String) }],
    spaces: [],
    bookings: [
      { id: bookingId, status: 'confirmed', space: { title: 'Loft', location: 'Tokyo' } },
      { id: cancelled, status: 'cancelled', refunded_amount: 110 },
    ],
    bookings_of_my_spaces: [],
    payments: [
      { booking_id: cancelled, total_minor: 11_000 },
      { booking_id: bookingId, total_minor: 11_000 },
    ],
    refunds: [{ amount_minor: 11_000, currency: 'USD' }],
    payouts: [],
    reviews: [{ rating: 5, comment: 'Lovely light' }],
    files: [{ bucket_id: 'profile-images', name: `${guest.id}-1.png`, mime_type: 'image/png' }],
  })
  const text = JSON.stringify(body)
  for (const secret of [host.id, host.email, 'argon2', 'encrypted_password']) {
    expect(text).not.toContain(secret)
  }
})

test('a host takes spaces, bookings of them and payouts along, and no guest', async () => {
  const { guest, host, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(12))
  const { body } = await host.call<Export>('export-account', {})
  expect(body).toMatchObject({
    spaces: [{ id: space.id, title: 'Loft', price: 100 }],
    bookings: [],
    bookings_of_my_spaces: [{ id: bookingId, space_title: 'Loft', host_share_amount: 90 }],
    payments: [],
    payouts: [{ booking_id: bookingId, amount_minor: 9000 }],
  })
  const text = JSON.stringify(body)
  for (const secret of [guest.id, guest.email]) expect(text).not.toContain(secret)
})

test('every table that knows of people or addresses was thought of', async () => {
  const rows = await market.world.sql<{ name: string }[]>`
    select distinct relname as name from pg_class
    left join pg_constraint on conrelid = pg_class.oid and contype = 'f'
      and confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    left join pg_attribute on attrelid = pg_class.oid and not attisdropped
      and attname in ('email', 'recipient', 'phone', 'full_name')
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and coalesce(pg_constraint.oid, attrelid) is not null
    order by 1`
  // A new table here belongs into export_account and erase_account, or into their letters.
  expect(rows.map(({ name }) => name)).toEqual([
    'account_deletions',
    'bookings',
    'payments',
    'payouts',
    'profiles',
    'reviews',
    'spaces',
  ])
})

test('nobody exports without signing in', async () => {
  const answer = await market.post('export-account', {})
  expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  const stranger = await member(market, 'stranger')
  const { body } = await stranger.call<Export>('export-account', {})
  expect(body).toMatchObject({ spaces: [], bookings: [], payments: [], files: [] })
})

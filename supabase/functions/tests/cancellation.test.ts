import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, openMarket, type Person } from './market.ts'

const { totalMinor, shareMinor } = expectedAmounts(20_000)

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  guest = await market.person('guest')
})

afterAll(() => market.server.stop())

async function settledSums(bookingId: string) {
  const [row] = await market.server.sql<{ charge: string; share: string; payout: string }[]>`
    select payments.stripe_charge_id as charge, payouts.amount_minor as share,
      payouts.status as payout
    from public.payments join public.payouts using (booking_id)
    where booking_id = ${bookingId}`
  const charge = await market.stripe.charges.retrieve(row?.charge ?? '')
  return { refunded: charge.amount_refunded, share: Number(row?.share), payout: row?.payout }
}

test.each([
  ['flexible', 2, { percentage: 100, refunded: totalMinor, share: 0, payout: 'cancelled' }],
  ['flexible', 0.5, { percentage: 0, refunded: 0, share: shareMinor, payout: 'scheduled' }],
  ['moderate', 6, { percentage: 100, refunded: totalMinor, share: 0, payout: 'cancelled' }],
  ['moderate', 4, { percentage: 0, refunded: 0, share: shareMinor, payout: 'scheduled' }],
  [
    'strict',
    9,
    { percentage: 50, refunded: totalMinor / 2, share: shareMinor / 2, payout: 'scheduled' },
  ],
  ['strict', 6, { percentage: 0, refunded: 0, share: shareMinor, payout: 'scheduled' }],
])(
  'cancelling under the %s policy %d days before the start refunds the quoted amounts',
  async (policy, days, { percentage, ...sums }) => {
    const space = await market.space(host, { policy })
    const bookingId = await market.book(guest, space, inDays(10), 2)
    // Sets exact times in the database, because a checkout allows only full hours.
    await market.server.sql`
    update public.bookings set start_time = ${soon(days)}, end_time = ${soon(days, 2)},
      created_at = now() - interval '31 minutes'
    where id = ${bookingId}`

    const first = await guest.call('cancel-booking', { bookingId })
    expect(first).toEqual({
      status: 200,
      body: {
        status: 'cancelled',
        bookingId,
        refund: { amount: sums.refunded / 100, currency: 'USD', percentage },
      },
    })
    expect(await settledSums(bookingId)).toEqual(sums)
    expect(await guest.call('cancel-booking', { bookingId })).toEqual(first)
    expect(await settledSums(bookingId)).toEqual(sums)
  },
)

test.each([
  ['29 minutes after booking, two days before the start', 29, 2, 100],
  ['29 minutes after booking, less than a day before the start', 29, 0.9, 0],
  ['31 minutes after booking, two days before the start', 31, 2, 0],
])(
  'the grace period of the strict policy decides whether a cancellation %s is refunded',
  async (_, age, days, share) => {
    const space = await market.space(host, { policy: 'strict' })
    const bookingId = await market.book(guest, space, inDays(15), 2)
    await market.server.sql`
    update public.bookings set start_time = ${soon(days)}, end_time = ${soon(days, 2)},
      created_at = now() - make_interval(mins => ${age})
    where id = ${bookingId}`
    const { body } = await guest.call('cancel-booking', { bookingId })
    expect(body).toMatchObject({ refund: { percentage: share } })
    expect(await settledSums(bookingId)).toMatchObject({
      refunded: (totalMinor * share) / 100,
      share: (shareMinor * (100 - share)) / 100,
    })
  },
)

test('five concurrent cancellations of the same booking refund it only once', async () => {
  const space = await market.space(host)
  const bookingId = await market.book(guest, space, inDays(10))
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => guest.call('cancel-booking', { bookingId })),
  )
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await settledSums(bookingId)).toMatchObject({
    refunded: expectedAmounts(10_000).totalMinor,
  })
})

test('cancelling a booking makes its slot available again', async () => {
  const space = await market.space(host)
  const bookingId = await market.book(guest, space, inDays(11))
  await guest.call('cancel-booking', { bookingId })
  const other = await market.person('other')
  expect(await market.book(other, space, inDays(11))).toEqual(expect.any(String))
})

test('cancel-booking rejects every caller except the guest of the booking, even its host', async () => {
  const space = await market.space(host)
  const bookingId = await market.book(guest, space, inDays(12))
  for (const person of [await market.person('stranger'), host]) {
    const answer = await person.call('cancel-booking', { bookingId })
    expect(answer).toMatchObject({ status: 404, body: { code: 'booking_not_found' } })
  }
})

test('cancelling a free booking refunds nothing', async () => {
  const space = await market.space(host, { price: 0 })
  const { body } = await market.checkout(guest, space, inDays(14))
  expect(await guest.call('cancel-booking', { bookingId: body.bookingId })).toEqual({
    status: 200,
    body: {
      status: 'cancelled',
      bookingId: body.bookingId,
      refund: { amount: 0, currency: 'USD', percentage: 0 },
    },
  })
})

test('cancelling a booking without a payment does not request a pending refund of another booking from Stripe', async () => {
  const { sql } = market.server
  const free = await market.space(host, { price: 0 })
  const { body } = await market.checkout(guest, free, inDays(16))
  const bookingId = body.bookingId ?? ''
  await sql`update public.payments set booking_id = null where booking_id = ${bookingId}`
  const other = await market.book(
    await market.person('other'),
    await market.space(host),
    inDays(16),
  )
  const [refund] = await sql<[{ id: string }]>`
    insert into public.refunds (payment_id, amount_minor, currency, reason)
    select id, 100, currency, 'no_access' from public.payments where booking_id = ${other}
    returning id`

  const answer = await guest.call('cancel-booking', { bookingId })
  expect(answer).toMatchObject({ status: 200, body: { refund: { amount: 0, percentage: 0 } } })
  expect(
    await sql`select status, attempted_at from public.refunds where id = ${refund.id}`,
  ).toEqual([{ status: 'pending', attempted_at: null }])
  await sql`delete from public.refunds where id = ${refund.id}`
})

test('cancel-booking rejects a booking that has started', async () => {
  const space = await market.space(host)
  const bookingId = await market.book(guest, space, inDays(13))
  await market.server.sql`
    update public.bookings set start_time = now() - interval '1 minute',
      end_time = now() + interval '1 hour'
    where id = ${bookingId}`
  const answer = await guest.call('cancel-booking', { bookingId })
  expect(answer).toMatchObject({ status: 409, body: { code: 'booking_started' } })
})

test('the ledger equals the balance at Stripe after all cancellations in this test file', async () => {
  const { ledger, balance } = await market.money()
  expect(ledger).toEqual(balance)
})

function soon(days: number, hours = 0): Date {
  return new Date(Date.now() + (days * 24 + hours) * hourMs)
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>

beforeAll(async () => {
  market = await openMarket({ seed: 'demo', jobs: false })
})

afterAll(() => market.server.stop())

type Payout = {
  id: string
  status: string
  amount: number
  charge: string
  account: string | null
  due_at: Date
}

function waitingPayouts(isConnected: boolean) {
  return market.server.sql<Payout[]>`
    select payouts.id, payouts.status, payouts.amount_minor::int as amount, due_at,
      stripe_charge_id as charge, stripe_account_id as account
    from public.payouts
    join public.payments using (booking_id)
    join public.profiles on profiles.id = host_id
    where payouts.status = 'scheduled' and frozen_at is null and stripe_onboarding_complete = ${isConnected}
    order by due_at`
}

async function booksAgree() {
  const { ledger, balance } = await market.money()
  expect(Object.keys(balance).length).toBeGreaterThan(5)
  expect(ledger).toEqual(balance)
}

test('the ledger of the seeded marketplace equals the balance in the Stripe sandbox', booksAgree)

test('seeding the demo data does not queue any emails', async () => {
  expect(await market.server.sql`select from public.outgoing_mails`).toHaveLength(0)
})

test('cancelling a seeded booking refunds its charge in the Stripe sandbox', async () => {
  const [booking] = await market.server.sql<
    { id: string; user_id: string; charge: string; total: number }[]
  >`
    select bookings.id, bookings.user_id, stripe_charge_id as charge, total_minor::int as total
    from public.bookings join public.payments on payments.booking_id = bookings.id
    where bookings.status = 'confirmed' and bookings.cancellation_policy = 'flexible'
      and bookings.start_time > now() + interval '25 hours'
    order by bookings.start_time limit 1`
  const { id, user_id, charge, total } = booking!
  expect((await market.stripe.charges.retrieve(charge)).amount_refunded).toBe(0)
  const answer = await market.personOf(user_id).call('cancel-booking', { bookingId: id })
  expect(answer).toMatchObject({ status: 200, body: { refund: { percentage: 100 } } })
  expect((await market.stripe.charges.retrieve(charge)).amount_refunded).toBe(total)
  await booksAgree()
})

test('a failed refund of a seeded booking is requested again', async () => {
  const { sql, stripe } = market.server
  const refundOf = (id: string | null) =>
    sql<{ id: string; status: string; stripe_refund_id: string }[]>`
      select id, status, stripe_refund_id from public.refunds
      where id = coalesce(${id}, id) order by status = 'succeeded' desc, created_at limit 1`
  const [seeded] = await refundOf(null)
  await stripe.control('refunds', { refund: seeded!.stripe_refund_id, action: 'fail' })
  await market.webhooksDelivered()
  await sql`update public.refunds set retry_at = null where id = ${seeded!.id}`
  await market.postAsServer('reconcile-payments', {})
  const [again] = await refundOf(seeded!.id)
  expect(again!.status).toBe('succeeded')
  expect(again!.stripe_refund_id).not.toBe(seeded!.stripe_refund_id)
  await booksAgree()
})

test('the payout of a seeded booking is transferred when it is due', async () => {
  const [next] = await waitingPayouts(true)
  const { amount, charge, account, due_at } = next!
  await market.server.stripe.moveClockTo(new Date(Math.max(due_at.getTime() + 60_000, Date.now())))
  const { data } = await market.stripe.transfers.list({ destination: account! })
  expect(data.find(({ source_transaction }) => source_transaction === charge)).toMatchObject({
    amount,
  })
  expect((await waitingPayouts(true)).map(({ charge }) => charge)).not.toContain(charge)
  await booksAgree()
})

test('a seeded host who connects a Stripe account receives all payouts that were already due', async () => {
  const [first] = await waitingPayouts(false)
  expect(first!.account).toBeNull()
  const [sofia] = await market.server.sql<{ host_id: string }[]>`
    select host_id from public.payouts where id = ${first!.id}`
  const account = await market.onboard(market.personOf(sofia!.host_id))
  const asOf = await market.server.stripe.now()
  // Runs payout-hosts three times, because each run pays at most 100 payouts.
  for (let run = 0; run < 3; run += 1)
    await market.postAsServer('payout-hosts', { as_of: asOf.toISOString() })
  const stillWaiting = await waitingPayouts(true)
  expect(stillWaiting.filter(({ due_at }) => due_at <= asOf)).toEqual([])
  const { data } = await market.stripe.transfers.list({ destination: account, limit: 100 })
  expect(data.length).toBeGreaterThan(10)
  await booksAgree()
})

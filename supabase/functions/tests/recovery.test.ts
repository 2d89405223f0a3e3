import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spawnTestServer } from '@hourspace/launch/testing/server.ts'
import { minuteMs } from '@hourspace/domain/durations.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, Market, openMarket, type Person, type Space } from './market.ts'

describe('reconcile-payments', () => {
  let market: Awaited<ReturnType<typeof openMarket>>
  let host: Person
  let guest: Person
  let space: Space

  beforeAll(async () => {
    market = await openMarket({ jobs: false })
    host = await market.person('host')
    guest = await market.person('guest')
    space = await market.space(host)
  })

  afterAll(() => market.server.stop())

  async function paymentOf(id: string) {
    const [row] = await market.server.sql`
      select payments.status, payments.booking_id, holds.active as held
      from public.payments join public.space_availability holds on holds.id = hold_id
      where payments.id = ${id}`
    return row
  }

  async function moveClock(minutes: number) {
    const now = await market.server.stripe.now()
    await market.server.stripe.moveClockTo(new Date(now.getTime() + minutes * minuteMs))
  }

  test('reconcile-payments cancels an abandoned PaymentIntent after 15 minutes and releases the slot', async () => {
    const { body } = await market.checkout(guest, space, inDays(2))
    await moveClock(14)
    expect(await paymentOf(body.paymentId)).toMatchObject({ status: 'open', held: true })
    await moveClock(2)
    expect(await paymentOf(body.paymentId)).toMatchObject({ status: 'abandoned', held: false })
    const intent = await market.stripe.paymentIntents.retrieve(body.paymentIntentId)
    expect(intent.status).toBe('canceled')
    expect((await market.pay(body.clientSecret)).status).toBe(400)
    const next = await market.checkout(await market.person('next'), space, inDays(2))
    expect(next.status).toBe(200)
  })

  test('a checkout keeps its hold when the sandbox clock is ahead of the server clock', async () => {
    await moveClock(60 * 24)
    const { body } = await market.checkout(guest, space, inDays(3))
    await market.server.runJobs()
    expect(await paymentOf(body.paymentId)).toMatchObject({ status: 'open', held: true })
  })

  test('reconcile-payments creates the booking of a payment whose webhook was lost', async () => {
    const { body } = await market.checkout(guest, space, inDays(4))
    await market.server.stripe.control('webhooks', { mode: 'off' })
    await market.pay(body.clientSecret)
    await market.server.runJobs()
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(await paymentOf(body.paymentId)).toMatchObject({
      status: 'paid',
      booking_id: expect.any(String),
    })
  })

  test('reconcile-payments books a paid slot whose hold expired before the booking was created', async () => {
    const { body } = await market.checkout(guest, space, inDays(5))
    await market.server.stripe.control('webhooks', { mode: 'off' })
    await market.pay(body.clientSecret)
    await moveClock(16)
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(await paymentOf(body.paymentId)).toMatchObject({
      status: 'paid',
      booking_id: expect.any(String),
    })
  })

  test('reconcile-payments cancels an expired PaymentIntent even if a crash lost its id, and releases the slot', async () => {
    const { body } = await market.checkout(guest, space, inDays(6))
    await market.server.sql`
      update public.payments set stripe_payment_intent_id = null, intent_created_at = null
      where id = ${body.paymentId}`
    await market.server.sql`
      update public.space_availability set expires_at = now()
      where id = (select hold_id from public.payments where id = ${body.paymentId})`
    await market.server.runJobs()
    expect(await paymentOf(body.paymentId)).toMatchObject({ status: 'abandoned', held: false })
    const intent = await market.stripe.paymentIntents.retrieve(body.paymentIntentId)
    expect(intent.status).toBe('canceled')
  })

  test('a booking whose PaymentIntent id is missing in a restored database can be paid and refunded', async () => {
    const { body } = await market.checkout(guest, space, inDays(8))
    await market.server.sql`
      update public.payments set stripe_payment_intent_id = null, intent_created_at = null
      where id = ${body.paymentId}`
    await market.pay(body.clientSecret)
    await market.webhooksDelivered()
    await market.server.runJobs()
    const [payment] = await market.server.sql<
      { booking: string; intent: string; charge: string }[]
    >`
      select booking_id as booking, stripe_payment_intent_id as intent, stripe_charge_id as charge
      from public.payments where id = ${body.paymentId}`
    expect(payment).toMatchObject({ booking: expect.any(String), intent: body.paymentIntentId })
    await market.server.sql`select public.cancel_booking(${payment!.booking}, ${guest.id}, 5000, 0)`
    await market.server.runJobs()
    const charge = await market.stripe.charges.retrieve(payment!.charge)
    expect(charge.amount_refunded).toBe(5000)
  })

  test('reconcile-payments makes a refund exactly once if a crash occurs before or after the refund at Stripe', async () => {
    const bookingId = await market.book(guest, space, inDays(7))
    const [payment] = await market.server.sql<{ id: string; charge: string }[]>`
      select id, stripe_charge_id as charge from public.payments where booking_id = ${bookingId}`
    await market.server.sql`select public.cancel_booking(${bookingId}, ${guest.id}, 5000, 0)`
    const refundedAtStripe = async () => {
      await market.server.runJobs()
      return (await market.stripe.charges.retrieve(payment?.charge ?? '')).amount_refunded
    }
    expect(await refundedAtStripe()).toBe(5000)
    await market.forgetMovements(bookingId, 'refund')
    await market.server.sql`
      update public.refunds set status = 'pending', stripe_refund_id = null, settled_at = null
      where payment_id = ${payment?.id ?? ''}`
    expect(await refundedAtStripe()).toBe(5000)
    const { ledger, balance } = await market.money()
    expect(ledger).toEqual(balance)
  })

  test('a refund that Stripe refused is not retried before its retry time', async () => {
    const bookingId = await market.book(guest, space, inDays(8))
    const { sql } = market.server
    const [payment] = await sql<{ id: string; intent: string }[]>`
      select id, stripe_payment_intent_id as intent from public.payments
      where booking_id = ${bookingId}`
    const payWith = (intent = '') => sql`
      update public.payments set stripe_payment_intent_id = ${intent} where id = ${payment?.id ?? ''}`
    const refund = async () => {
      const [row] = await sql`
        select status, attempt, retry_at > now() as waits from public.refunds
        where payment_id = ${payment?.id ?? ''}`
      return row
    }
    await payWith('pi_unknown')
    const answer = await guest.call('cancel-booking', { bookingId })
    expect(answer.body).toMatchObject({ status: 'cancelled', refund: { percentage: 100 } })
    expect(await refund()).toMatchObject({ status: 'pending', attempt: 2, waits: true })

    await payWith(payment?.intent)
    await market.server.runJobs()
    expect(await refund()).toMatchObject({ status: 'pending', attempt: 2 })
    await sql`update public.refunds set retry_at = now() where status = 'pending'`
    await market.server.runJobs()
    expect(await refund()).toMatchObject({ status: 'succeeded' })
    const { ledger, balance } = await market.money()
    expect(ledger).toEqual(balance)
  })
})

test('if the server is killed between payment and booking, the restarted server creates the booking once', async () => {
  const market = new Market(await spawnTestServer())
  const { server } = market
  try {
    const guest = await market.person('guest')
    const space = await market.space(await market.person('host'))
    await server.stripe.control('webhooks', { mode: 'hold' })
    const { body } = await market.checkout(guest, space, inDays(2), 2)
    const bookings = () => server.sql`
      select status, total_price from public.bookings where space_id = ${space.id}`
    await server.sql.begin(async (sql) => {
      // The row lock keeps webhooks and jobs from creating the booking before the server is killed.
      await sql`select from public.payments where id = ${body.paymentId} for update`
      await market.pay(body.clientSecret)
      await server.kill()
      expect(await bookings()).toEqual([])
    })

    await server.start()
    // A job that ran when the server was killed starts again only after its lease has expired.
    await expect.poll(bookings, { timeout: 40_000 }).toHaveLength(1)
    await server.stripe.control('webhooks', { mode: 'on' })
    await market.webhooksDelivered()
    await guest.call('confirm-booking', { clientSecret: body.clientSecret })
    expect(await bookings()).toEqual([
      { status: 'confirmed', total_price: (expectedAmounts(20_000).totalMinor / 100).toFixed(2) },
    ])
    const { ledger, balance } = await market.money()
    expect(ledger).toEqual(balance)
  } finally {
    await server.stop()
  }
}, 120_000)

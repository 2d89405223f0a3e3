import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { interceptStripe, processingAtBank, serverError } from './intercept-stripe.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person
let space: Space

beforeAll(async () => {
  // Scheduled jobs are off, because they would cancel the overlapping payment before the test does.
  market = await openMarket({ jobs: false })
  host = await market.person('host')
})

beforeEach(async () => {
  guest = await market.person('guest')
  space = await market.space(host)
})

afterAll(async () => {
  await market.webhooksDelivered()
  await market.server.stop()
})

const statusAtStripe = async (intentId: string) =>
  (await market.stripe.paymentIntents.retrieve(intentId)).status

/**
 * Returns the statuses of a space's payments, oldest first, and the duration of each active hold in
 * hours.
 */
async function stateOf({ id }: Space) {
  const { sql } = market.server
  const payments = await sql<{ status: string }[]>`
    select status from public.payments where space_id = ${id} order by created_at`
  const held = await sql<{ hours: number }[]>`
    select (extract(epoch from end_time - start_time) / 3600)::int as hours
    from public.space_availability where space_id = ${id} and kind = 'hold' and active`
  return { payments: payments.map(({ status }) => status), held: held.map(({ hours }) => hours) }
}

describe("a checkout that overlaps the guest's own unfinished payment", () => {
  test("a second checkout for an overlapping time cancels the guest's first PaymentIntent, so that only the second can be paid", async () => {
    const first = await market.checkout(guest, space, inDays(2))
    const second = await market.checkout(guest, space, inDays(2), 2)
    expect(second.status).toBe(200)
    expect(await statusAtStripe(first.body.paymentIntentId)).toBe('canceled')
    expect((await market.pay(first.body.clientSecret)).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })

    await market.pay(second.body.clientSecret)
    const confirmed = await guest.call('confirm-booking', {
      clientSecret: second.body.clientSecret,
    })
    expect(confirmed.body).toMatchObject({ status: 'confirmed' })
    expect(await stateOf(space)).toEqual({ payments: ['abandoned', 'paid'], held: [] })
  })

  test("a guest's first checkout stays open if a second checkout for an overlapping time returns slot_taken", async () => {
    const first = await market.checkout(guest, space, inDays(2, 10))
    await market.checkout(await market.person('rival'), space, inDays(2, 11))
    const longer = await market.checkout(guest, space, inDays(2, 10), 2)
    expect(longer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    expect(await statusAtStripe(first.body.paymentIntentId)).toBe('requires_payment_method')
    expect(await stateOf(space)).toMatchObject({ payments: ['open', 'open'], held: [1, 1] })
  })

  test('a checkout of a taken slot returns slot_taken while another transaction has locked the space', async () => {
    const { sql } = market.server
    await market.checkout(guest, space, inDays(9))
    const rival = await market.person('rival')
    await sql.begin(async (tx) => {
      await tx`select from public.spaces where id = ${space.id} for no key update`
      const refused = await market.checkout(rival, space, inDays(9))
      expect(refused).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    })
  })

  test('a second overlapping checkout returns already_booked if the first is paid, even before its webhook arrives', async () => {
    const first = await market.checkout(guest, space, inDays(3))
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await market.pay(first.body.clientSecret)
    const second = await market.checkout(guest, space, inDays(3), 2)
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'already_booked', bookingId: expect.any(String) },
    })
    const { ledger, balance } = await market.money()
    expect(ledger).toEqual(balance)
  })

  test('a checkout repeated while the booking is being confirmed waits and returns already_booked', async () => {
    const { sql } = market.server
    const { body } = await market.checkout(guest, space, inDays(10))
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await market.pay(body.clientSecret)
    const { latest_charge, amount } = await market.stripe.paymentIntents.retrieve(
      body.paymentIntentId,
    )
    let again: ReturnType<typeof market.checkout> | undefined
    await sql.begin(async (tx) => {
      await tx`
        select public.confirm_booking(${body.paymentId}, ${String(latest_charge)}, ${amount}, 'usd')`
      again = market.checkout(guest, space, inDays(10))
      const waiting = () => sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~ 'begin_checkout'`
      await expect.poll(waiting, { interval: 10 }).toHaveLength(1)
    })
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(await again).toMatchObject({
      status: 409,
      body: { code: 'already_booked', bookingId: expect.any(String) },
    })
  })

  test("a repeated or overlapping checkout returns payment_processing while a bank processes the guest's first payment", async () => {
    const first = await market.checkout(guest, space, inDays(4))
    const bank = interceptStripe(first.body.paymentIntentId, processingAtBank)
    const answers = [
      await market.checkout(guest, space, inDays(4), 2),
      await market.checkout(guest, space, inDays(4)),
    ]
    bank.mockRestore()
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'payment_processing' } })
    }
    expect(await statusAtStripe(first.body.paymentIntentId)).toBe('requires_payment_method')
    expect((await market.checkout(guest, space, inDays(4))).body.clientSecret).toBe(
      first.body.clientSecret,
    )
  })

  test('a repeated checkout after the hold has expired cancels the first payment, so that only the new payment can be paid', async () => {
    const first = await market.checkout(guest, space, inDays(5))
    await market.server.sql`
      update public.space_availability set expires_at = now() - interval '1 second'
      where id = (select hold_id from public.payments where id = ${first.body.paymentId})`
    const second = await market.checkout(guest, space, inDays(5))
    expect(second.body.paymentId).not.toBe(first.body.paymentId)
    expect((await market.pay(first.body.clientSecret)).status).toBe(400)
    expect((await market.pay(second.body.clientSecret)).status).toBe(200)
  })

  test('after concurrent overlapping checkouts of the same guest, exactly one PaymentIntent can be paid', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((hours) => market.checkout(guest, space, inDays(6), hours)),
    )
    const opened = answers.filter(({ status }) => status === 200)
    expect(opened.length).toBeGreaterThan(0)
    const statuses = await Promise.all(
      opened.map(({ body }) => statusAtStripe(body.paymentIntentId)),
    )
    expect(statuses.filter((status) => status !== 'canceled')).toHaveLength(1)
    expect((await stateOf(space)).held).toHaveLength(1)
  })
})

describe('a crash during an overlapping checkout', () => {
  test('a second overlapping checkout finds and cancels the first PaymentIntent even if a crash lost its id', async () => {
    const first = await market.checkout(guest, space, inDays(7))
    await market.server.sql`
      update public.payments set stripe_payment_intent_id = null, intent_created_at = null
      where id = ${first.body.paymentId}`
    expect((await market.checkout(guest, space, inDays(7), 2)).status).toBe(200)
    expect(await statusAtStripe(first.body.paymentIntentId)).toBe('canceled')
  })

  test('a checkout can be repeated after a crash that left its payment cancelled only at Stripe, and a job releases the slots of cancelled payments', async () => {
    const first = await market.checkout(guest, space, inDays(8))
    await market.server.stripe.control('webhooks', { mode: 'off' })
    await market.stripe.paymentIntents.cancel(first.body.paymentIntentId)
    const second = await market.checkout(guest, space, inDays(8), 2)
    expect(second.status).toBe(200)

    await market.stripe.paymentIntents.cancel(second.body.paymentIntentId)
    await market.server.runJobs()
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(await stateOf(space)).toEqual({ payments: ['abandoned', 'abandoned'], held: [] })
  })

  test('if a concurrent request abandons the payment of a checkout, the checkout returns checkout_lapsed and cancels its PaymentIntent', async () => {
    const concurrent = interceptStripe('/v1/payment_intents', async (_address, usual) => {
      const answer = await usual()
      await market.server.sql`
        select public.abandon_payment(id, p_only_without_intent => true)
        from public.payments where space_id = ${space.id}`
      return answer
    })
    const { status, body } = await market.checkout(guest, space, inDays(9))
    concurrent.mockRestore()
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'checkout_lapsed' })
    const [payment] = await market.server.sql<{ intent: string }[]>`
      select stripe_payment_intent_id as intent from public.payments where space_id = ${space.id}`
    expect(await statusAtStripe(payment?.intent ?? '')).toBe('canceled')
  })

  test('a second overlapping checkout returns 502 if Stripe fails to cancel the first payment, and the guest can still make the first payment', async () => {
    const first = await market.checkout(guest, space, inDays(9))
    const outage = interceptStripe(first.body.paymentIntentId, serverError)
    const second = await market.checkout(guest, space, inDays(9), 2)
    outage.mockRestore()
    expect(second).toMatchObject({ status: 502, body: { code: 'payment_provider_failed' } })
    expect((await market.pay(first.body.clientSecret)).status).toBe(200)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atStripe, busyBank, silence } from './at-stripe.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person
let space: Space

beforeAll(async () => {
  // Without jobs: one that came by would cancel what the checkout has to cancel by itself.
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

/** Statuses of a space's payments, oldest first, and the hours that are held of it. */
async function stateOf({ id }: Space) {
  const { sql } = market.server
  const payments = await sql<{ status: string }[]>`
    select status from public.payments where space_id = ${id} order by created_at`
  const held = await sql<{ hours: number }[]>`
    select (extract(epoch from end_time - start_time) / 3600)::int as hours
    from public.space_availability where space_id = ${id} and kind = 'hold' and active`
  return { payments: payments.map(({ status }) => status), held: held.map(({ hours }) => hours) }
}

describe('a guest who chooses a span that overlaps their unfinished payment', () => {
  test('cannot pay for the first any more, and pays once for the second', async () => {
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

  test('keeps the first when the second cannot be had', async () => {
    const first = await market.checkout(guest, space, inDays(2, 10))
    await market.checkout(await market.person('rival'), space, inDays(2, 11))
    const longer = await market.checkout(guest, space, inDays(2, 10), 2)
    expect(longer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    expect(await statusAtStripe(first.body.paymentIntentId)).toBe('requires_payment_method')
    expect(await stateOf(space)).toMatchObject({ payments: ['open', 'open'], held: [1, 1] })
  })

  test('is told of the booking when the first is paid, and not yet known to be', async () => {
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

  test('waits for the first while a bank is busy with it', async () => {
    const first = await market.checkout(guest, space, inDays(4))
    const bank = atStripe(first.body.paymentIntentId, busyBank)
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

  test('and one whose hold had run out pays for the same span once', async () => {
    const first = await market.checkout(guest, space, inDays(5))
    await market.server.sql`
      update public.space_availability set expires_at = now() - interval '1 second'
      where id = (select hold_id from public.payments where id = ${first.body.paymentId})`
    const second = await market.checkout(guest, space, inDays(5))
    expect(second.body.paymentId).not.toBe(first.body.paymentId)
    expect((await market.pay(first.body.clientSecret)).status).toBe(400)
    expect((await market.pay(second.body.clientSecret)).status).toBe(200)
  })

  test('several at once leave one payment that can be made', async () => {
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

describe('a crash', () => {
  test('before the first intent was remembered: it is found and cancelled', async () => {
    const first = await market.checkout(guest, space, inDays(7))
    await market.server.sql`
      update public.payments set stripe_payment_intent_id = null, intent_created_at = null
      where id = ${first.body.paymentId}`
    expect((await market.checkout(guest, space, inDays(7), 2)).status).toBe(200)
    expect(await statusAtStripe(first.body.paymentIntentId)).toBe('canceled')
  })

  test('after the first was cancelled: asking again goes on, and a job frees the slot', async () => {
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

  test('of a twin that gave the slot up while the intent was made: nobody can pay it', async () => {
    const twin = atStripe('/v1/payment_intents', async (_address, usual) => {
      const answer = await usual()
      await market.server.sql`
        select public.abandon_payment(id, p_only_without_intent => true)
        from public.payments where space_id = ${space.id}`
      return answer
    })
    const { status, body } = await market.checkout(guest, space, inDays(9))
    twin.mockRestore()
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'checkout_lapsed' })
    const [payment] = await market.server.sql<{ intent: string }[]>`
      select stripe_payment_intent_id as intent from public.payments where space_id = ${space.id}`
    expect(await statusAtStripe(payment?.intent ?? '')).toBe('canceled')
  })

  test('when Stripe does not answer: nothing is given up', async () => {
    const first = await market.checkout(guest, space, inDays(9))
    const outage = atStripe(first.body.paymentIntentId, silence)
    const second = await market.checkout(guest, space, inDays(9), 2)
    outage.mockRestore()
    expect(second).toMatchObject({ status: 502, body: { code: 'payment_provider_failed' } })
    expect((await market.pay(first.body.clientSecret)).status).toBe(200)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atStripe, busyBank, silence } from './at-stripe.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let space: Space
let late: Person
let rival: Person
/** The checkout of `late`, whose hold has run out and whose slot nobody has taken yet. */
let lapsed: Awaited<ReturnType<typeof checkOutAndLapse>>

const taken = {
  status: 409,
  body: { error: 'This time slot is not available', code: 'slot_taken' },
}

beforeAll(async () => {
  // Without jobs: one that came by would cancel what the checkout has to cancel by itself.
  market = await openMarket({ jobs: false })
  host = await market.person('host')
})

beforeEach(async () => {
  space = await market.space(host)
  late = await market.person('late')
  rival = await market.person('rival')
  lapsed = await checkOutAndLapse(late)
})

afterAll(async () => {
  await market.webhooksDelivered()
  await market.server.stop()
})

/** Checks two hours out, and lets the hold run out before anybody looks. */
async function checkOutAndLapse(guest: Person) {
  const { body } = await market.checkout(guest, space, inDays(2), 2)
  await market.server.sql`
    update public.space_availability set expires_at = now() - interval '1 second'
    where id = (select hold_id from public.payments where id = ${body.paymentId})`
  return body
}

const statusAtStripe = async (intentId: string) =>
  (await market.stripe.paymentIntents.retrieve(intentId)).status

/** Who has open payments and who has bookings of the space. */
async function stateOf({ id }: Space) {
  const { sql } = market.server
  const [open, booked] = await Promise.all([
    sql<{ user_id: string }[]>`
      select user_id from public.payments where space_id = ${id} and status = 'open'`,
    sql<{ user_id: string }[]>`select user_id from public.bookings where space_id = ${id}`,
  ])
  return { open: open.map((row) => row.user_id), booked: booked.map((row) => row.user_id) }
}

async function booksAgree() {
  await market.webhooksDelivered()
  const { ledger, balance } = await market.money()
  expect(ledger).toEqual(balance)
}

describe('a guest who wants a time that another let lapse', () => {
  test('has it, and the other cannot pay any more', async () => {
    const opened = await market.checkout(rival, space, inDays(2, 11))
    expect(opened.status).toBe(200)
    expect(await statusAtStripe(lapsed.paymentIntentId)).toBe('canceled')
    expect((await market.pay(lapsed.clientSecret)).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    await market.pay(opened.body.clientSecret)
    await rival.call('confirm-booking', { clientSecret: opened.body.clientSecret })
    expect(await stateOf(space)).toEqual({ open: [], booked: [rival.id] })
    await booksAgree()
  })

  test('learns that it is taken when the other has paid, and nothing else', async () => {
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await market.pay(lapsed.clientSecret)
    const opened = await market.checkout(rival, space, inDays(2))
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(opened).toEqual(taken)
    expect(await stateOf(space)).toEqual({ open: [], booked: [late.id] })
    await booksAgree()
  })

  test('learns the same while a bank is busy with the other’s, and keeps what is their own', async () => {
    const own = await market.checkout(rival, space, inDays(2, 12))
    const bank = atStripe(lapsed.paymentIntentId, busyBank)
    const opened = await market.checkout(rival, space, inDays(2, 11), 2)
    bank.mockRestore()
    expect(opened).toEqual(taken)
    expect(await statusAtStripe(own.body.paymentIntentId)).toBe('requires_payment_method')
    expect((await market.pay(lapsed.clientSecret)).status).toBe(200)
    await late.call('confirm-booking', { clientSecret: lapsed.clientSecret })
    expect(await stateOf(space)).toEqual({ open: [rival.id], booked: [late.id] })
  })

  test('learns the same when what the other paid cannot be booked', async () => {
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await market.pay(lapsed.clientSecret)
    const total = (change: number) => market.server.sql`
      update public.payments
      set total_minor = total_minor + ${change}, rental_minor = rental_minor + ${change},
        host_share_minor = host_share_minor + ${change}
      where id = ${lapsed.paymentId}`
    await total(1)
    const opened = await market.checkout(rival, space, inDays(2))
    await total(-1)
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(opened).toEqual(taken)
    await booksAgree()
  })

  test('is told of the outage when Stripe does not answer, and nothing is given up', async () => {
    const outage = atStripe(lapsed.paymentIntentId, silence)
    const opened = await market.checkout(rival, space, inDays(2))
    outage.mockRestore()
    expect(opened).toMatchObject({ status: 502, body: { code: 'payment_provider_failed' } })
    await market.pay(lapsed.clientSecret)
    const { body } = await late.call('confirm-booking', { clientSecret: lapsed.clientSecret })
    expect(body).toMatchObject({ status: 'confirmed' })
    await booksAgree()
  })

  test('has it by asking again after a crash between the cancelling and the slot', async () => {
    await market.server.stripe.control('webhooks', { mode: 'off' })
    await market.stripe.paymentIntents.cancel(lapsed.paymentIntentId)
    const opened = await market.checkout(rival, space, inDays(2))
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(opened.status).toBe(200)
    expect(await stateOf(space)).toEqual({ open: [rival.id], booked: [] })
  })

  test('has it when the other’s intent was never remembered, and that is cancelled', async () => {
    await market.server.sql`
      update public.payments set stripe_payment_intent_id = null, intent_created_at = null
      where id = ${lapsed.paymentId}`
    expect((await market.checkout(rival, space, inDays(2))).status).toBe(200)
    expect(await statusAtStripe(lapsed.paymentIntentId)).toBe('canceled')
  })

  test('of many at once: every intent that can be paid has its slot', async () => {
    const rivals = await market.people('rival', 12)
    const answers = await Promise.all(
      rivals.map((guest, index) => market.checkout(guest, space, inDays(2, 10 + (index % 2)))),
    )
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, body }).toEqual(taken)
    }
    expect(await statusAtStripe(lapsed.paymentIntentId)).toBe('canceled')
    const opened = answers.filter(({ status }) => status === 200)
    expect(opened.length).toBeGreaterThan(0)
    const paid = await Promise.all(opened.map(({ body }) => market.pay(body.clientSecret)))
    await market.webhooksDelivered()
    expect(paid.map(({ status }) => status)).toEqual(opened.map(() => 200))
    expect((await stateOf(space)).booked).toHaveLength(opened.length)
    await booksAgree()
  })
})

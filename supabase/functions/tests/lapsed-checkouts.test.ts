import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { interceptStripe, processingAtBank, serverError } from './intercept-stripe.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let space: Space
let late: Person
let rival: Person
/**
 * Open checkout of the guest `late`, whose hold has expired. No other guest has taken the slot.
 */
let lapsed: Awaited<ReturnType<typeof checkOutAndLapse>>

const taken = {
  status: 409,
  body: { error: 'This time slot is not available', code: 'slot_taken' },
}

beforeAll(async () => {
  // Scheduled jobs are off, because they would cancel the expired checkout before the test does.
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

async function checkOutAndLapse(guest: Person) {
  const { body } = await market.checkout(guest, space, inDays(2), 2, { message: 'Is it quiet?' })
  await market.server.sql`
    update public.space_availability set expires_at = now() - interval '1 second'
    where id = (select hold_id from public.payments where id = ${body.paymentId})`
  return body
}

const statusAtStripe = async (intentId: string) =>
  (await market.stripe.paymentIntents.retrieve(intentId)).status

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

describe('a checkout of a slot whose hold by another guest has expired', () => {
  test("a checkout cancels another guest's expired PaymentIntent for the same slot, and the new payment can then be paid", async () => {
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

  test.each([
    ['another guest checks out', () => market.checkout(rival, space, inDays(2, 11))],
    ['reconcile-payments runs', () => market.postAsServer('reconcile-payments', {})],
    ['the same guest chooses other hours', () => market.checkout(late, space, inDays(2, 11))],
  ])('when %s, the message of a checkout with an expired hold is deleted', async (_, abandon) => {
    const messages = () => market.server.sql`
      select status, guest_message from public.payments where id = ${lapsed.paymentId}`
    expect(await messages()).toEqual([{ status: 'open', guest_message: 'Is it quiet?' }])
    expect(await abandon()).toMatchObject({ status: 200 })
    expect(await messages()).toEqual([{ status: 'abandoned', guest_message: '' }])
  })

  test('a checkout returns slot_taken if another guest paid after the hold expired, even before the webhook arrives', async () => {
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await market.pay(lapsed.clientSecret)
    const opened = await market.checkout(rival, space, inDays(2))
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(opened).toEqual(taken)
    expect(await stateOf(space)).toEqual({ open: [], booked: [late.id] })
    await booksAgree()
  })

  test('a checkout returns slot_taken while a bank processes the expired payment of another guest', async () => {
    const own = await market.checkout(rival, space, inDays(2, 12))
    const bank = interceptStripe(lapsed.paymentIntentId, processingAtBank)
    const opened = await market.checkout(rival, space, inDays(2, 11), 2)
    bank.mockRestore()
    expect(opened).toEqual(taken)
    expect(await statusAtStripe(own.body.paymentIntentId)).toBe('requires_payment_method')
    expect((await market.pay(lapsed.clientSecret)).status).toBe(200)
    await late.call('confirm-booking', { clientSecret: lapsed.clientSecret })
    expect(await stateOf(space)).toEqual({ open: [rival.id], booked: [late.id] })
  })

  test('a checkout returns slot_taken if another guest has paid but the payment cannot be settled yet', async () => {
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

  test("a checkout returns 502 if Stripe fails to cancel another guest's expired payment, and that guest can still pay", async () => {
    const outage = interceptStripe(lapsed.paymentIntentId, serverError)
    const opened = await market.checkout(rival, space, inDays(2))
    outage.mockRestore()
    expect(opened).toMatchObject({ status: 502, body: { code: 'payment_provider_failed' } })
    await market.pay(lapsed.clientSecret)
    const { body } = await late.call('confirm-booking', { clientSecret: lapsed.clientSecret })
    expect(body).toMatchObject({ status: 'confirmed' })
    await booksAgree()
  })

  test("a checkout succeeds if a crash left another guest's expired PaymentIntent cancelled but its slot held", async () => {
    await market.server.stripe.control('webhooks', { mode: 'off' })
    await market.stripe.paymentIntents.cancel(lapsed.paymentIntentId)
    const opened = await market.checkout(rival, space, inDays(2))
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(opened.status).toBe(200)
    expect(await stateOf(space)).toEqual({ open: [rival.id], booked: [] })
  })

  test("a checkout finds and cancels another guest's expired PaymentIntent whose id was never stored", async () => {
    await market.server.sql`
      update public.payments set stripe_payment_intent_id = null, intent_created_at = null
      where id = ${lapsed.paymentId}`
    expect((await market.checkout(rival, space, inDays(2))).status).toBe(200)
    expect(await statusAtStripe(lapsed.paymentIntentId)).toBe('canceled')
  })

  test('when twelve guests concurrently check out the two hours of an expired hold, each successful checkout can be paid and creates a booking', async () => {
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

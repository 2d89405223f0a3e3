import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDays, openMarket } from './market.ts'

type TestMarket = Awaited<ReturnType<typeof openMarket>>

const startsAt = inDays(3)
let reference: TestMarket

// Scheduled jobs are off, because they would cancel payments whose hold has expired.
const openQuietMarket = () => openMarket({ jobs: false })
let expected: unknown

/**
 * Performs actions that send Stripe webhooks about accounts, payments, refunds and disputes. Calls
 * `step` after each action.
 */
async function live(market: TestMarket, step: () => Promise<void>): Promise<void> {
  const { server } = market
  const host = await market.person('host')
  const accountId = await market.onboard(host)
  await server.stripe.control('accounts', { account: accountId, action: 'restrict' })
  await step()
  await server.stripe.control('accounts', { account: accountId, action: 'complete' })
  await step()

  const pay = async (price: number, card?: string) => {
    const space = await market.space(host, { price })
    const guest = await market.person('guest')
    const { body } = await market.checkout(guest, space, startsAt, 2)
    await market.pay(body.clientSecret, card)
    await step()
    return { space, ...body }
  }
  const dispute = async (paymentIntentId: string, ...actions: string[]) => {
    const intent = await market.stripe.paymentIntents.retrieve(paymentIntentId)
    for (const action of actions) {
      await server.stripe.control('disputes', { charge: intent.latest_charge, action })
      await step()
    }
  }

  await pay(10)
  const declined = await pay(20, 'pm_card_chargeDeclined')
  await market.pay(declined.clientSecret)
  await step()

  const { paymentIntentId: given } = await pay(30, 'pm_card_chargeDeclined')
  await market.stripe.paymentIntents.cancel(given)
  await step()

  const refund = async (payment_intent: string, amount?: number) => {
    const { id } = await market.stripe.refunds.create({
      payment_intent,
      ...(amount && { amount }),
    })
    await step()
    return id
  }
  const failRefund = async (id: string) => {
    await server.stripe.control('refunds', { refund: id, action: 'fail' })
    await step()
  }

  await dispute((await pay(40)).paymentIntentId, 'open')
  await dispute((await pay(50)).paymentIntentId, 'open', 'win')
  await dispute((await pay(60)).paymentIntentId, 'open', 'lose')

  await dispute((await pay(62)).paymentIntentId, 'inquire', 'escalate', 'lose')
  await dispute((await pay(64)).paymentIntentId, 'inquire', 'win')

  await refund((await pay(80)).paymentIntentId, 1000)
  await refund((await pay(82)).paymentIntentId)
  const { paymentIntentId: twice } = await pay(84)
  await failRefund(await refund(twice, 5000))
  await refund(twice, 3000)
  const { paymentIntentId: mixed } = await pay(86)
  await refund(mixed, 2000)
  await dispute(mixed, 'open', 'lose')

  // Two guests pay for one slot without holds, which a checkout would never allow.
  const wanted = await market.space(host, { price: 70 })
  const rivals = [
    (await market.checkout(await market.person('rival'), wanted, startsAt)).body,
    (await market.checkout(await market.person('rival'), wanted, inDays(4))).body,
  ]
  await server.sql`
    update public.payments set start_time = ${startsAt}, end_time = ${inDays(3, 11)}
    where space_id = ${wanted.id}`
  await server.sql`
    update public.space_availability set active = false where space_id = ${wanted.id}`
  for (const { clientSecret } of rivals) await market.pay(clientSecret)
  await step()
}

/** Returns all rows about money and slots, without their ids and creation times. */
async function dump({ server: { sql } }: TestMarket) {
  return {
    bookings: await sql`
      select start_time, end_time, status, total_price, host_share_amount, refunded_amount,
        returned_amount, refund_status
      from public.bookings order by total_price`,
    payments: await sql`
      select status, total_minor, booking_id is not null as booked, stripe_charge_id is not null
        as charged
      from public.payments order by total_minor, booked`,
    refunds: await sql`
      select amount_minor, reason, status, attempt from public.refunds
      order by amount_minor, status`,
    payouts: await sql`
      select agreed_minor, amount_minor, status, frozen_at is not null as frozen, attempt,
        owed_minor, dispute_status
      from public.payouts order by agreed_minor`,
    disputes: await sql`
      select amount_minor, status, withdrawn, reinstated from public.disputes
      order by amount_minor`,
    ledger: await sql`
      select kind, amount_minor, currency, booking_id is not null as booked
      from public.ledger_movements order by kind, amount_minor, booked`,
    taken: await sql`
      select kind, start_time, end_time, price from public.space_availability
      join public.spaces on spaces.id = space_id where active order by price`,
    hosts: await sql`
      select stripe_onboarding_complete from public.profiles where stripe_account_id is not null`,
    events: await sql`
      select type, count(*) from public.webhook_events group by type order by type`,
  }
}

beforeAll(async () => {
  reference = await openQuietMarket()
  await live(reference, () => reference.webhooksDelivered())
  expected = await dump(reference)
})

afterAll(() => reference.server.stop())

test('the reference data of the replay tests contains bookings, disputes, successful and failed refunds, and a ledger equal to the Stripe balance', async () => {
  expect(expected).toMatchObject({
    bookings: { length: 12 },
    disputes: { length: 6 },
    refunds: expect.arrayContaining([
      expect.objectContaining({ reason: 'slot_taken', status: 'succeeded' }),
      expect.objectContaining({ reason: 'made_at_stripe', status: 'succeeded' }),
      expect.objectContaining({ reason: 'made_at_stripe', status: 'failed' }),
    ]),
    hosts: [{ stripe_onboarding_complete: true }],
  })
  const { ledger, balance } = await reference.money()
  expect(ledger).toEqual(balance)
})

test('replaying all Stripe webhooks, in order and in reverse order, changes nothing', async () => {
  for (const order of ['forward', 'reverse']) {
    await reference.server.stripe.control('webhooks/flush', { which: 'all', order })
  }
  expect(await dump(reference)).toEqual(expected)
})

test.each([
  ['late and twice', { order: 'forward', times: 2 }],
  ['late, twice and in reverse order', { order: 'reverse', times: 2 }],
])(
  'Stripe webhooks delivered %s lead to the same bookings, payouts and ledger as webhooks delivered on time',
  async (_name, flush) => {
    const market = await openQuietMarket()
    try {
      await market.server.stripe.control('webhooks', { mode: 'hold' })
      await live(market, async () => {})
      await market.server.stripe.control('webhooks/flush', flush)
      // Delivers the webhooks of the refunds that the first delivery has caused.
      await market.server.stripe.control('webhooks/flush', flush)
      expect(await dump(market)).toEqual(expected)
      const { ledger, balance } = await market.money()
      expect(ledger).toEqual(balance)
    } finally {
      await market.server.stop()
    }
  },
)

test('stripe-webhook returns 400 for an invalid signature and for a signature older than 300 s', async () => {
  const { server } = reference
  const send = (signature: string) =>
    fetch(`${server.url}/functions/v1/stripe-webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: '{"id":"evt_1","type":"payment_intent.succeeded"}',
    })
  expect((await send('t=1,v1=00')).status).toBe(400)
  const old = await signed('{"id":"evt_1","type":"payment_intent.succeeded"}', {
    secret: server.keys.stripeWebhookSecret,
    timestamp: nowSeconds() - 400,
  })
  expect((await send(old)).status).toBe(400)
})

test('stripe-webhook accepts only events signed with the secret of the platform endpoint or of the Connect endpoint', async () => {
  const { server } = reference
  const payload = '{"id":"evt_1","type":"customer.created"}'
  const statusWith = async (secret: string) => {
    const signature = await signed(payload, { secret, timestamp: nowSeconds() })
    const response = await fetch(`${server.url}/functions/v1/stripe-webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    })
    return response.status
  }
  expect(await statusWith(server.keys.stripeWebhookSecret)).toBe(200)
  expect(await statusWith(server.keys.stripeConnectWebhookSecret)).toBe(200)
  expect(await statusWith('whsec_of_another_project_00000000')).toBe(400)
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

const signed = (payload: string, options: { secret: string; timestamp: number }) =>
  reference.stripe.webhooks.generateTestHeaderStringAsync({ payload, ...options })

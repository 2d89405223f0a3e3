import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quote } from '@hourspace/domain/fees.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  guest = await market.person('guest')
})

afterAll(() => market.server.stop())

const paymentOf = async (id: string) =>
  (await market.server.sql`select * from public.payments where id = ${id}`)[0]

/** Creates a space for 12 people with a projector, heating per hour and breakfast per person. */
async function spaceWithExtras({ price = 40, currency = 'EUR' }: Partial<Space> = {}) {
  const space = await market.space(host, { price, currency, capacity: 12 })
  const projector = await market.extra(space, { name: 'Projector', price: 15 })
  const heating = await market.extra(space, {
    name: 'Heating',
    price: 5,
    unit: 'hour',
    position: 1,
  })
  const breakfast = await market.extra(space, {
    name: 'Breakfast',
    price: 8,
    unit: 'person',
    position: 2,
  })
  return { space, projector, heating, breakfast }
}

describe('extras', () => {
  test('a booking with extras for 10 people stores each extra with its amount, and charges the rental with extras', async () => {
    const { space, projector, heating, breakfast } = await spaceWithExtras()
    const rental = 40 * 3 + 15 + 5 * 3 + 8 * 10
    const { feeMinor, totalMinor, shareMinor } = expectedAmounts(rental * 100)
    const { status, body } = await market.checkout(guest, space, inDays(2), 3, {
      guests: 10,
      extras: [breakfast, projector, heating],
      amount: rental,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      rental,
      platformFee: { amount: feeMinor / 100 },
      total: totalMinor / 100,
    })
    await market.pay(body.clientSecret)
    const { body: confirmed } = await guest.call<{ bookingId: string }>('confirm-booking', {
      paymentIntentId: body.paymentIntentId,
    })
    const [booking] = await market.server.sql`
      select * from public.bookings where id = ${confirmed.bookingId}`
    expect(booking).toMatchObject({
      guest_count: 10,
      rental_amount: rental.toFixed(2),
      host_share_amount: (shareMinor / 100).toFixed(2),
      extras: [
        { id: projector, name: 'Projector', unit: 'booking', price: 15, quantity: 1, amount: 15 },
        { id: heating, name: 'Heating', unit: 'hour', price: 5, quantity: 3, amount: 15 },
        { id: breakfast, name: 'Breakfast', unit: 'person', price: 8, quantity: 10, amount: 80 },
      ],
    })
    const { ledger, balance } = await market.money()
    expect(ledger).toEqual(balance)
  })

  test('extras in yen are charged in whole yen', async () => {
    const { space, breakfast } = await spaceWithExtras({ price: 100, currency: 'JPY' })
    const { body } = await market.checkout(guest, space, inDays(2), 2, {
      guests: 3,
      extras: [breakfast],
      amount: 224,
    })
    const intent = await market.stripe.paymentIntents.retrieve(body.paymentIntentId)
    expect(intent).toMatchObject({ amount: 224 + 22, currency: 'jpy' })
  })

  test('a checkout returns extras_changed for a removed extra and for an extra of another space', async () => {
    const { space, projector } = await spaceWithExtras()
    const { projector: foreign } = await spaceWithExtras()
    await market.server.sql`delete from public.space_extras where id = ${projector}`
    for (const id of [projector, foreign]) {
      const answer = await market.checkout(guest, space, inDays(3), 1, { extras: [id], amount: 55 })
      expect(answer).toMatchObject({ status: 409, body: { code: 'extras_changed' } })
    }
  })

  test('a checkout with the old price of an extra returns amount_mismatch', async () => {
    const { space, projector } = await spaceWithExtras()
    await market.server.sql`update public.space_extras set price = 16 where id = ${projector}`
    const answer = await market.checkout(guest, space, inDays(3), 1, {
      extras: [projector],
      amount: 55,
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })
  })

  test.each([
    ['price', 16],
    ['unit', 'hour'],
    ['name', 'Screen'],
  ])('begin_checkout rejects an extra whose %s changed after the quote', async (column, value) => {
    const { space, projector } = await spaceWithExtras()
    const { sql } = market.server
    const chosen = { id: projector, name: 'Projector', price: 15, unit: 'booking' as const }
    const price = quote(40, 'EUR', 1, [{ ...chosen, quantity: 1, amount: 15 }])
    await sql`update public.space_extras set ${sql({ [column]: value })} where id = ${projector}`
    const begun = sql`select public.begin_checkout(${space.id}, ${guest.id}, ${inDays(4)},
      ${inDays(4, 11)}, ${sql.json(price)})`
    await expect(begun).rejects.toMatchObject({ code: 'PT409', detail: 'extras_changed' })
  })
})

describe('number of people', () => {
  test('the edge function and SQL reject a checkout for more people than the capacity of the space', async () => {
    const space = await market.space(host, { capacity: 4 })
    const answer = await market.checkout(guest, space, inDays(3), 1, { guests: 5 })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'too_many_guests', error: 'This space holds at most 4 people' },
    })
    const { sql } = market.server
    const begun = sql`select public.begin_checkout(${space.id}, ${guest.id}, ${inDays(3)},
      ${inDays(3, 11)}, ${sql.json(quote(100, 'USD', 1))}, 5)`
    await expect(begun).rejects.toMatchObject({ code: 'PT409', detail: 'too_many_guests' })
    const { status, body } = await market.checkout(guest, space, inDays(3), 1, { guests: 4 })
    expect(status).toBe(200)
    expect(await paymentOf(body.paymentId)).toMatchObject({ guest_count: 4, extras: [] })
  })

  test.each([0, -1, 1.5, 'two'])(
    'create-payment-intent rejects %s as the number of people',
    async (guests) => {
      const space = await market.space(host)
      const answer = await market.checkout(guest, space, inDays(3), 1, { guests })
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    },
  )
})

describe('repeated checkouts', () => {
  test('a repeated checkout with the same number of people and the same extras returns the same payment', async () => {
    const { space, projector, breakfast } = await spaceWithExtras()
    const order = { guests: 2, amount: 40 + 15 + 16 }
    const first = await market.checkout(guest, space, inDays(5), 1, {
      ...order,
      extras: [projector, breakfast],
    })
    const again = await market.checkout(guest, space, inDays(5), 1, {
      ...order,
      extras: [breakfast, projector],
    })
    expect(again.body.paymentId).toBe(first.body.paymentId)
  })

  test("a checkout of the same time with another number of people or other extras replaces the guest's hold and cancels its payment", async () => {
    const { space, projector, heating } = await spaceWithExtras()
    // An hour of heating costs as much as the projector, so both checkouts have equal totals but
    // different extras.
    await market.server.sql`
      update public.space_extras set price = 15 where id = ${heating}`
    const orders = [
      { guests: 1, extras: [projector] },
      { guests: 2, extras: [projector] },
      { guests: 2, extras: [heating] },
    ]
    const opened = []
    for (const order of orders) {
      const { status, body } = await market.checkout(guest, space, inDays(6), 1, {
        ...order,
        amount: 55,
      })
      expect(status).toBe(200)
      opened.push(body)
    }
    expect(new Set(opened.map(({ paymentId }) => paymentId)).size).toBe(3)
    const statuses = await Promise.all(
      opened.map(async ({ paymentId, paymentIntentId }) => [
        (await paymentOf(paymentId))?.['status'],
        (await market.stripe.paymentIntents.retrieve(paymentIntentId)).status,
      ]),
    )
    expect(statuses).toEqual([
      ['abandoned', 'canceled'],
      ['abandoned', 'canceled'],
      ['open', 'requires_payment_method'],
    ])
  })

  test('after concurrent checkouts of the same guest with different extras, only one payment can be paid', async () => {
    const { space, projector } = await spaceWithExtras()
    const racer = await market.person('racer')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        market.checkout(racer, space, inDays(7), 1, {
          guests: 1 + (index % 2),
          ...(index % 3 === 0 ? { extras: [projector], amount: 55 } : {}),
        }),
      ),
    )
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const open = await market.server.sql<{ id: string; stripe_payment_intent_id: string }[]>`
      select * from public.payments where user_id = ${racer.id} and status = 'open'`
    expect(open).toHaveLength(1)
    const { data } = await market.stripe.paymentIntents.list({ limit: 100 })
    const payable = data.filter(
      ({ metadata, status }) =>
        metadata['space_id'] === space.id && status === 'requires_payment_method',
    )
    expect(payable.map(({ id }) => id)).toEqual([open[0]!.stripe_payment_intent_id])
  })
})

describe('cancellation policy', () => {
  test("a checkout returns policy_changed if the guest saw a cancellation policy other than the space's", async () => {
    const space = await market.space(host, { policy: 'strict' })
    const stale = await market.checkout(guest, space, inDays(8), 1, { policy: 'flexible' })
    expect(stale).toMatchObject({ status: 409, body: { code: 'policy_changed' } })
    expect(stale.body.error).toContain('strict')
    const { status } = await market.checkout(guest, space, inDays(8), 1, { policy: 'strict' })
    expect(status).toBe(200)
  })

  test('a repeated checkout after the host changed the cancellation policy opens a payment with the new policy', async () => {
    const space = await market.space(host)
    const planner = await market.person('planner')
    const first = await market.checkout(planner, space, inDays(9), 1, { policy: 'flexible' })
    await market.server.sql`
      update public.spaces set cancellation_policy = 'moderate' where id = ${space.id}`
    const { body } = await market.checkout(planner, space, inDays(9), 1, { policy: 'moderate' })
    expect(body.paymentId).not.toBe(first.body.paymentId)
    expect(await paymentOf(body.paymentId)).toMatchObject({ cancellation_policy: 'moderate' })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { platformFeePercentage, quote } from '@hourspace/domain/fees.ts'
import { asUser } from '../../tests/records.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { interceptStripe, serverError } from './intercept-stripe.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

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

async function bookingOf(paymentId: string) {
  const rows = await market.server.sql`
    select bookings.*, payments.status as payment_status
    from public.payments left join public.bookings on bookings.id = payments.booking_id
    where payments.id = ${paymentId}`
  return rows[0]
}

describe('checkout payment', () => {
  test('a paid checkout becomes a booking with the amounts that the guest was charged', async () => {
    const { feeMinor, totalMinor, shareMinor } = expectedAmounts(30_000)
    const { status, body } = await market.checkout(guest, space, inDays(2), 3)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      platformFee: { amount: feeMinor / 100, percentage: platformFeePercentage },
      rental: 300,
      total: totalMinor / 100,
      bookingId: null,
    })
    const intent = await market.stripe.paymentIntents.retrieve(body.paymentIntentId)
    expect(intent).toMatchObject({ amount: totalMinor, currency: 'usd' })

    await market.pay(body.clientSecret)
    const confirmed = await guest.call('confirm-booking', { clientSecret: body.clientSecret })
    expect(confirmed.body).toMatchObject({ status: 'confirmed', paymentStatus: 'succeeded' })
    expect(await bookingOf(body.paymentId)).toMatchObject({
      id: confirmed.body.bookingId,
      status: 'confirmed',
      total_price: (totalMinor / 100).toFixed(2),
      host_share_amount: (shareMinor / 100).toFixed(2),
    })
    const again = await guest.call('confirm-booking', { paymentIntentId: body.paymentIntentId })
    expect(again.body).toEqual(confirmed.body)
  })

  test('a checkout message is sent to the host only when the booking is confirmed, and does not count as an unanswered question', async () => {
    const { sql } = market.server
    const mia = await market.person('mia')
    const studio = await market.space(host)
    const message = 'We shoot a small catalog.'
    const messages = () => sql`
      select body, author_id, asked_at from messages
      join conversations on conversations.id = conversation_id
      where guest_id = ${mia.id} and space_id = ${studio.id}`
    const start = inDays(2)
    await market.checkout(mia, studio, start, 1, { message: 'A first text' })
    const { body } = await market.checkout(mia, studio, start, 1, { message: ` ${message} ` })
    expect(await messages()).toEqual([])
    await market.pay(body.clientSecret)
    await mia.call('confirm-booking', { paymentIntentId: body.paymentIntentId })
    await market.webhooksDelivered()
    expect(await messages()).toEqual([{ body: message, author_id: mia.id, asked_at: null }])
    expect(await sql`select guest_message from payments where id = ${body.paymentId}`).toEqual([
      { guest_message: '' },
    ])
    const tooLong = { message: 'x'.repeat(2001) }
    expect(await market.checkout(mia, studio, inDays(3), 1, tooLong)).toMatchObject({ status: 400 })
  })

  test('a paid checkout with a message becomes a booking even if another message of the guest already uses the payment’s id', async () => {
    const mia = await market.person('mia')
    const studio = await market.space(host)
    const { body } = await market.checkout(mia, studio, inDays(2), 1, { message: 'Hello' })
    await asUser(market.server.sql, mia.id, async (own) => {
      const [row] = await own`select start_conversation(${studio.id}) as id`
      await own`select send_message(${body.paymentId}, ${row!['id']}, 'Is it quiet?')`
    })
    await market.pay(body.clientSecret)
    const paid = await mia.call('confirm-booking', { paymentIntentId: body.paymentIntentId })
    expect(paid.body.status).toBe('confirmed')
  })

  test('the webhook creates the booking of a paid checkout even if confirm-booking is never called', async () => {
    const { body } = await market.checkout(guest, space, inDays(3))
    await market.pay(body.clientSecret)
    await market.webhooksDelivered()
    expect(await bookingOf(body.paymentId)).toMatchObject({ status: 'confirmed' })
  })

  test('a checkout in yen charges whole yen', async () => {
    const tokyo = await market.space(host, { price: 8000, currency: 'JPY' })
    const { body } = await market.checkout(guest, tokyo, inDays(2), 2)
    const { feeMinor, totalMinor } = expectedAmounts(16_000)
    expect(body).toMatchObject({ platformFee: { amount: feeMinor }, total: totalMinor })
    const intent = await market.stripe.paymentIntents.retrieve(body.paymentIntentId)
    expect(intent).toMatchObject({ amount: totalMinor, currency: 'jpy' })
  })

  test('a declined card creates no booking, and the same checkout can then be paid with another card', async () => {
    const { body } = await market.checkout(guest, space, inDays(4))
    const declined = await market.pay(body.clientSecret, 'pm_card_chargeDeclined')
    expect(declined.body.error).toMatchObject({ code: 'card_declined' })
    const failed = await guest.call('confirm-booking', { clientSecret: body.clientSecret })
    expect(failed.body).toMatchObject({ status: 'failed', bookingId: null })

    await market.pay(body.clientSecret)
    const paid = await guest.call('confirm-booking', { clientSecret: body.clientSecret })
    expect(paid.body.status).toBe('confirmed')
  })

  test('a card that requires 3-D Secure creates no booking before authentication', async () => {
    const { body } = await market.checkout(guest, space, inDays(5))
    const asked = await market.pay(body.clientSecret, 'pm_card_authenticationRequired')
    expect(asked.body.status).toBe('requires_action')
    const waiting = await guest.call('confirm-booking', { clientSecret: body.clientSecret })
    expect(waiting.body).toMatchObject({ status: 'failed', paymentStatus: 'requires_action' })
    expect(await bookingOf(body.paymentId)).toMatchObject({ id: null, payment_status: 'open' })
  })

  test('a booking of a free space requires no payment', async () => {
    const free = await market.space(host, { price: 0 })
    const { body } = await market.checkout(guest, free, inDays(2))
    expect(body).toMatchObject({ clientSecret: null, total: 0 })
    expect(await bookingOf(body.paymentId)).toMatchObject({ id: body.bookingId })
  })

  test('a guest can make 10 free bookings a day, and cancelled ones count too', async () => {
    const { sql } = market.server
    const free = await market.space(host, { price: 0 })
    const mia = await market.person('mia')
    const book = () => market.checkout(mia, free, inDays(2))
    for (let bookings = 0; bookings < 10; bookings += 1) {
      const { body } = await book()
      await mia.call('cancel-booking', { bookingId: body.bookingId })
    }
    expect(await book()).toMatchObject({ status: 429, body: { code: 'too_many_free_bookings' } })
    expect(await market.checkout(mia, await market.space(host), inDays(2))).toMatchObject({
      status: 200,
    })
    await sql`update public.payments set created_at = created_at - interval '1 day'
      where user_id = ${mia.id}`
    expect(await book()).toMatchObject({ status: 200 })
  })

  test('a checkout returns 503 busy and creates no payment if the space stays locked for longer than the 2 s lock timeout', async () => {
    const { sql } = market.server
    const studio = await market.space(host)
    await sql.begin(async (other) => {
      await other`select from public.spaces where id = ${studio.id} for no key update`
      const answer = await market.checkout(guest, studio, inDays(2))
      expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } })
    })
    expect(await sql`select from public.payments where space_id = ${studio.id}`).toEqual([])
  })

  test('a free checkout whose slot was lost creates no refund', async () => {
    const free = await market.space(host, { price: 0 })
    const { sql } = market.server
    const { body } = await market.checkout(guest, free, inDays(2))
    // Inserts a payment without a hold, as if its hold had been lost before the booking was
    // created.
    const [late] = await sql<{ id: string }[]>`
      insert into public.payments select (jsonb_populate_record(payments, ${sql.json({
        id: crypto.randomUUID(),
        hold_id: null,
        booking_id: null,
        status: 'open',
        paid_at: null,
      })})).* from public.payments where id = ${body.paymentId} returning id`
    const [row] = await sql`
      select public.confirm_booking(${late!.id}, null, 0, 'USD') as outcome`
    expect(row?.['outcome']).toMatchObject({ outcome: 'refund_due', booking_id: null })
    expect(await sql`select from public.refunds where payment_id = ${late!.id}`).toHaveLength(0)
  })

  test('confirm-booking returns payment_unconfirmed while Stripe returns server errors, and the booking afterwards', async () => {
    const { body } = await market.checkout(guest, space, inDays(6, 15))
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await market.pay(body.clientSecret)
    const outage = interceptStripe(body.paymentIntentId, serverError)
    const confirm = () => guest.call('confirm-booking', { clientSecret: body.clientSecret })
    const silent = await confirm()
    outage.mockRestore()
    expect(silent).toMatchObject({ status: 502, body: { code: 'payment_unconfirmed' } })
    expect((await confirm()).body).toMatchObject({ status: 'confirmed' })
    await market.server.stripe.control('webhooks', { mode: 'on' })
  })

  test('while Stripe returns server errors, confirm-booking returns the booking created by the webhook, and a redelivered webhook event is still recorded', async () => {
    const { sql, stripe } = market.server
    const removeEvents = () => sql<{ id: string }[]>`
      delete from public.webhook_events returning id`
    await market.webhooksDelivered()
    await removeEvents()
    const { body } = await market.checkout(guest, space, inDays(6, 17))
    await market.pay(body.clientSecret)
    await market.webhooksDelivered()
    const recorded = await removeEvents()
    expect(recorded).toHaveLength(1)
    const outage = interceptStripe('/v1/payment_intents', serverError)
    const answer = await guest.call('confirm-booking', { clientSecret: body.clientSecret })
    await stripe.control('webhooks/flush', { which: 'all', most: 1 })
    outage.mockRestore()
    expect(answer.body).toMatchObject({
      status: 'confirmed',
      bookingId: expect.any(String),
      paymentStatus: 'succeeded',
    })
    expect([...(await removeEvents())]).toEqual([...recorded])
  })

  test('confirm-booking rejects the payment of another user', async () => {
    const { body } = await market.checkout(guest, space, inDays(6))
    await market.pay(body.clientSecret)
    const stranger = await market.person('stranger')
    const answer = await stranger.call('confirm-booking', { clientSecret: body.clientSecret })
    expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
  })
})

describe('checkout hold', () => {
  test("a repeated checkout extends the guest's hold, and checkouts of other guests return slot_taken", async () => {
    const first = await market.checkout(guest, space, inDays(7))
    const second = await market.checkout(guest, space, inDays(7))
    expect(second.body.clientSecret).toBe(first.body.clientSecret)
    expect(second.body.expiresAt > first.body.expiresAt).toBe(true)

    const rival = await market.checkout(await market.person('rival'), space, inDays(7))
    expect(rival).toMatchObject({
      status: 409,
      body: { code: 'slot_taken', error: 'This time slot is not available' },
    })
  })

  test('repeating a checkout of the same slot extends its hold at most twice', async () => {
    const keeper = await market.person('keeper')
    const { body } = await market.checkout(keeper, space, inDays(7, 15))
    const extended = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { body: again } = await market.checkout(keeper, space, inDays(7, 15))
      expect(again.paymentIntentId).toBe(body.paymentIntentId)
      extended.push(again.expiresAt)
    }
    const [first, second, third, fourth] = extended
    expect(first! > body.expiresAt && second! > first!).toBe(true)
    expect([third, fourth]).toEqual([second, second])
  })

  test('checkouts that alternate between two overlapping times extend a hold at most twice', async () => {
    const keeper = await market.person('keeper')
    const ends = []
    const extendable = []
    for (const hours of [1, 2, 1, 2, 1]) {
      const { body } = await market.checkout(keeper, space, inDays(7, 12), hours)
      ends.push(body.expiresAt)
      extendable.push(body.canExtend)
    }
    expect(extendable).toEqual([true, true, false, false, false])
    expect(ends.slice(3)).toEqual([ends[2], ends[2]])
    expect(ends[2]! > ends[1]!).toBe(true)
  })

  test('after a hold has expired, its guest can hold the slot for another 15 minutes', async () => {
    const keeper = await market.person('keeper')
    const { sql } = market.server
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await market.checkout(keeper, space, inDays(7, 18))
    }
    await sql`update public.space_availability set expires_at = now() - interval '1 second'
      where space_id = ${space.id} and start_time = ${inDays(7, 18)}`
    const { body } = await market.checkout(keeper, space, inDays(7, 18))
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
  })

  test('concurrent checkouts of the same guest for the same slot share one payment', async () => {
    const clicks = await Promise.all(
      Array.from({ length: 4 }, () => market.checkout(guest, space, inDays(8))),
    )
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(clicks.map(({ body }) => body.paymentIntentId)).size).toBe(1)
  })

  test('a checkout of a slot that the same guest has already paid for returns already_booked', async () => {
    const { body } = await market.checkout(guest, space, inDays(9))
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await market.pay(body.clientSecret)
    const again = await market.checkout(guest, space, inDays(9))
    await market.server.stripe.control('webhooks', { mode: 'on' })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_booked' } })
    expect(await bookingOf(body.paymentId)).toMatchObject({ status: 'confirmed' })
  })

  test('a guest with five slot holds cannot create a sixth hold but can still extend one of them', async () => {
    const collector = await market.person('collector')
    const wanted = await market.space(host)
    for (const day of [1, 2, 3, 4, 5]) {
      expect((await market.checkout(collector, wanted, inDays(day))).status).toBe(200)
    }
    const sixth = await market.checkout(collector, wanted, inDays(6))
    expect(sixth).toMatchObject({ status: 409, body: { code: 'too_many_holds' } })
    const renewed = await market.checkout(collector, wanted, inDays(5))
    const longer = await market.checkout(collector, wanted, inDays(5), 2)
    expect([renewed.status, longer.status]).toEqual([200, 200])
  })

  test('a checkout releases its hold if Stripe refuses to create the PaymentIntent', async () => {
    const palace = await market.space(host, { price: 9_999_999 })
    const answer = await market.checkout(guest, palace, inDays(2))
    expect(answer).toMatchObject({ status: 409, body: { code: 'amount_not_chargeable' } })
    const held = await market.server.sql`
      select from public.space_availability where space_id = ${palace.id} and active`
    expect(held).toHaveLength(0)
  })

  test('a payment with a stored PaymentIntent stays open if a request to Stripe fails', async () => {
    const { body } = await market.checkout(guest, space, inDays(9, 15))
    await market.server.sql`
      update public.payments set stripe_payment_intent_id = 'pi_unknown'
      where id = ${body.paymentId}`
    const again = await market.checkout(guest, space, inDays(9, 15))
    expect(again).toMatchObject({ status: 502, body: { code: 'payment_provider_failed' } })
    const [payment] = await market.server.sql`
      select status from public.payments where id = ${body.paymentId}`
    expect(payment).toMatchObject({ status: 'open' })
  })
})

function beginCheckout(by: Person, startsAt: Date) {
  const { sql } = market.server
  const price = quote(space.price, space.currency, 1)
  const endsAt = new Date(startsAt.getTime() + hourMs)
  return sql`select public.begin_checkout(${space.id}, ${by.id}, ${startsAt}, ${endsAt},
    ${sql.json(price)})`
}

describe('checkout limits', () => {
  test('owners cannot book their own space through the edge function or in SQL', async () => {
    const refusal = {
      status: 403,
      body: { code: 'own_space', error: 'You cannot book your own space' },
    }
    expect(await market.checkout(host, space, inDays(3))).toMatchObject(refusal)
    const free = await market.space(host, { price: 0 })
    expect(await market.checkout(host, free, inDays(3))).toMatchObject(refusal)
    await expect(beginCheckout(host, inDays(3))).rejects.toMatchObject({
      code: 'PT403',
      detail: 'own_space',
    })
  })

  test('the edge function and SQL reject a booking more than a year ahead', async () => {
    const today = inDays(0)
    const aYearAhead = new Date(today)
    aYearAhead.setUTCFullYear(today.getUTCFullYear() + 1)
    // Two days, because midnight UTC may have passed since the test file was loaded.
    const tooFar = new Date(aYearAhead.getTime() + 2 * dayMs)
    expect(await market.checkout(guest, space, tooFar)).toMatchObject({
      status: 400,
      body: { code: 'too_far_ahead', error: 'Please select a date within the next year' },
    })
    await expect(beginCheckout(guest, tooFar)).rejects.toMatchObject({
      code: 'PT400',
      detail: 'too_far_ahead',
    })
    const other = await market.space(host)
    const planner = await market.person('planner')
    expect((await market.checkout(planner, other, aYearAhead)).status).toBe(200)
  })
})

describe('checkout input validation', () => {
  const wrong: [string, (space: Space) => Record<string, unknown>, number, string][] = [
    ['an amount that differs from the quote', () => ({ amount: 1 }), 409, 'amount_mismatch'],
    ['an amount that includes the platform fee', () => ({ amount: 110 }), 409, 'amount_mismatch'],
    ['another currency', () => ({ currency: 'JPY' }), 409, 'amount_mismatch'],
    ['an unknown currency', () => ({ currency: 'XXX' }), 409, 'amount_mismatch'],
    ['an unknown space', () => ({ spaceId: crypto.randomUUID() }), 404, 'space_not_found'],
    ['a malformed space id', () => ({ spaceId: 'loft' }), 404, 'space_not_found'],
    [
      'a duration that does not match the end time',
      () => ({ duration: 2 }),
      400,
      'duration_mismatch',
    ],
    ['a start time that is not a date', () => ({ startTime: 'tomorrow' }), 400, 'bad_request'],
    ['an amount that is not a number', () => ({ amount: 'much' }), 400, 'bad_request'],
    ['a negative amount', () => ({ amount: -100 }), 400, 'bad_request'],
  ]
  test.each(wrong)('create-payment-intent rejects %s', async (_name, overrides, status, code) => {
    const answer = await market.checkout(guest, space, inDays(10), 1, overrides(space))
    expect(answer).toMatchObject({ status, body: { code, error: expect.any(String) } })
  })

  test.each([
    ['a start in the past', inDays(-1), 1, 'in_the_past'],
    ['a duration of 25 hours', inDays(10), 25, 'bad_duration'],
    ['a duration of half an hour', inDays(10), 0.5, 'bad_duration'],
    ['a duration of one and a half hours', inDays(10), 1.5, 'bad_duration'],
    ['a start outside the opening hours', inDays(10, 3), 1, 'outside_hours'],
  ])('create-payment-intent rejects %s', async (_name, startsAt, hours, code) => {
    const answer = await market.checkout(guest, space, startsAt, hours)
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  test('create-payment-intent rejects a space that its host has closed for bookings', async () => {
    const closed = await market.space(host, { available: false })
    const answer = await market.checkout(guest, closed, inDays(10))
    expect(answer).toMatchObject({ status: 409, body: { code: 'space_unavailable' } })
  })

  test('create-payment-intent reveals no prices or times of an archived space', async () => {
    const { sql } = market.server
    const archived = await market.space(host)
    await sql`
      insert into public.space_availability (space_id, start_time, end_time, kind)
      values (${archived.id}, ${inDays(10)}, ${inDays(10, 13)}, 'blackout')`
    await sql`update public.spaces set archived_at = now() where id = ${archived.id}`
    const refused = { status: 409, body: { code: 'space_unavailable' } }
    expect(await market.checkout(guest, archived, inDays(10))).toMatchObject(refused)
    expect(await market.checkout(guest, archived, inDays(11), 1, { amount: 1 })).toMatchObject(
      refused,
    )
    expect(await market.checkout(guest, archived, inDays(11, 3))).toMatchObject(refused)
  })

  test('a guest and a host cannot book each other while either has blocked the other', async () => {
    const stranger = await market.person('stranger')
    const block = (user: string, blocked: string) =>
      market.server.sql`insert into public.user_blocks (user_id, blocked_id)
        values (${user}, ${blocked})`
    const unblock = () => market.server.sql`delete from public.user_blocks`
    await block(host.id, stranger.id)
    const refused = await market.checkout(stranger, space, inDays(10))
    await unblock()
    await block(stranger.id, host.id)
    const blocking = await market.checkout(stranger, space, inDays(10))
    await unblock()
    expect(refused).toMatchObject({ status: 409, body: { code: 'space_unavailable' } })
    expect(blocking).toMatchObject({ status: 409, body: { code: 'host_blocked' } })
  })

  test('create-payment-intent rejects a caller who is not signed in', async () => {
    const answer = await market.post('create-payment-intent', { spaceId: space.id })
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  test('create-payment-intent rejects malformed JSON', async () => {
    const answer = await guest.call('create-payment-intent', '{' as unknown as object)
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_json' } })
  })

  test('rejected checkouts do not hold a slot', async () => {
    const taken = await market.server.sql`
      select from public.space_availability
      where space_id = ${space.id} and start_time >= ${inDays(10, 0)}`
    expect(taken).toHaveLength(0)
  })
})

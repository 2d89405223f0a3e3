import { expect, test } from 'vitest'
import { runInScope } from '@hourspace/backend/functions/runtime.ts'
import type { Payment } from '#functions/_shared/payment-intents.ts'
import { recordMissedRequest } from '#functions/_shared/settle-payment.ts'
import { asUser } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'
import { openChanges } from './changes.ts'
import { interceptStripe, serverError } from './intercept-stripe.ts'
import { inDays } from './market.ts'

const { market, books } = await openMarketWithBooks()
const { sql } = market.server
const host = await market.person('host')
await market.onboard(host)
const changes = openChanges(market, host)

test('moving a booking at the same price changes only its time and the due date of its payout', async () => {
  const booked = await changes.book()
  const { body } = await changes.propose(booked.guest, booked, { startsAt: inDays(5, 11) })
  expect(body).toMatchObject({ status: 'open', difference: 0, payment: null })
  expect(await changes.state(booked)).toMatchObject({ moved: 0, slots: ['booking 0-2'] })

  expect(await changes.answer(host, body.changeId, 'accepted')).toMatchObject({
    status: 200,
    body: { status: 'done' },
  })
  expect(await changes.answer(host, body.changeId, 'accepted')).toMatchObject({ status: 200 })
  expect(await changes.state(booked)).toMatchObject({
    status: 'confirmed',
    moved: 1,
    hours: 2,
    total: 220,
    slots: ['booking 1-3'],
  })
  const [payout] = await sql`
    select due_at from public.payouts where booking_id = ${booked.id}`
  expect(payout).toEqual({ due_at: new Date(inDays(6, 13)) })
  await books.agree()
})

test('the refund email and the account deletion blockers of a moved booking contain its new time', async () => {
  const booked = await changes.book()
  const startsAt = inDays(6)
  const { body } = await changes.propose(booked.guest, booked, { startsAt })
  await changes.answer(host, body.changeId, 'accepted')
  await books.refund(booked, 1_000)
  await market.webhooksDelivered()
  const mails = await sql`
    select (data ->> 'starts_at')::timestamptz as starts_at, (data ->> 'ends_at')::timestamptz as ends_at
    from public.outgoing_mails where template = 'refund-made' and booking_id = ${booked.id}`
  expect(mails).toEqual([{ starts_at: startsAt, ends_at: inDays(6, 12) }])

  const { id } = await books.refundRow(booked)
  const setStatus = (status: string) =>
    sql`update public.refunds set status = ${status} where id = ${id}`
  await setStatus('processing')
  const blockers = await sql`
    select on_day::text from public.account_deletion_blockers(${booked.guest.id})
    where kind = 'refund'`
  expect(blockers).toEqual([{ on_day: startsAt.toISOString().slice(0, 10) }])
  await setStatus('succeeded')
})

test('shortening a booking refunds only the price difference', async () => {
  const booked = await changes.book({ hours: 3 })
  const { body } = await changes.propose(host, booked, { hours: 1 })
  expect(body).toMatchObject({ status: 'open', oldTotal: 330, newTotal: 110, difference: -220 })
  await changes.answer(booked.guest, body.changeId, 'accepted')
  expect(await changes.state(booked)).toMatchObject({
    hours: 1,
    total: 110,
    share: 90,
    refunded: 0,
    slots: ['booking 0-1'],
  })
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', share: 9_000 })
  await books.agree()
  expect(await changes.kept(booked)).toBe(11_000)
})

test.each([
  // Three hours cost 33,000 cents, one hour costs 11,000 cents.
  { refund: 10_000, rest: 12_000, kept: 11_000, returned: 0, share: 9_000, isLate: false },
  { refund: 25_000, rest: 0, kept: 8_000, returned: 30, share: 6_545, isLate: false },
  // Stripe reports the dashboard refund only after the email, so the email names the whole
  // difference.
  { refund: 10_000, rest: 22_000, kept: 11_000, returned: 0, share: 9_000, isLate: true },
  { refund: 25_000, rest: 22_000, kept: 8_000, returned: 30, share: 6_545, isLate: true },
])(
  'after a Stripe dashboard refund of $refund cents, shortening a booking refunds only the rest of the price difference (late webhook: $isLate)',
  async ({ refund, rest, kept, returned, share, isLate }) => {
    const booked = await changes.book({ hours: 3 })
    const { body } = await changes.propose(host, booked, { hours: 1 })
    if (isLate) await market.server.stripe.control('webhooks', { mode: 'hold' })
    await books.refund(booked, refund)
    if (!isLate) await books.agree()
    expect(await changes.answer(booked.guest, body.changeId, 'accepted')).toMatchObject({
      body: { status: 'done' },
    })
    if (isLate) await market.server.stripe.control('webhooks', { mode: 'on' })
    await books.agree()
    expect(await changes.kept(booked)).toBe(kept)
    expect(await changes.state(booked)).toMatchObject({
      status: 'confirmed',
      total: 110,
      refunded: returned,
    })
    expect(await books.booking(booked)).toMatchObject({ returned })
    expect(await books.payout(booked)).toMatchObject({ share })
    const mails = await sql`
      select distinct (data ->> 'refund_minor')::int as refund from public.outgoing_mails
      where booking_id = ${booked.id} and template = 'change-answered'`
    expect([...mails]).toEqual([{ refund: rest }])

    await host.call('cancel-as-host', { bookingId: booked.id, reason: 'emergency' })
    await books.agree()
    expect(await changes.kept(booked)).toBe(0)
    expect(await changes.state(booked)).toMatchObject({ status: 'cancelled', refunded: 110 })
  },
)

test.each([
  { longer: 4, shorter: 1, refund: 22_000 },
  { longer: 6, shorter: 3, refund: 10_000 },
])(
  'shortening a lengthened booking from $longer to $shorter hours leaves the new price paid, even if the webhook of a dashboard refund is late',
  async ({ longer, shorter, refund }) => {
    const booked = await changes.book()
    const up = await changes.proposeAndPay(booked, { hours: longer })
    await changes.answer(host, up.changeId, 'accepted')
    const down = await changes.propose(host, { ...booked, hours: longer }, { hours: shorter })
    await market.server.stripe.control('webhooks', { mode: 'hold' })
    await books.refund(booked, refund)
    await changes.answer(booked.guest, down.body.changeId, 'accepted')
    await market.server.stripe.control('webhooks', { mode: 'on' })
    await books.agree()
    expect(await changes.kept(booked)).toBe(shorter * 11_000)
    expect(await changes.state(booked)).toMatchObject({
      status: 'confirmed',
      total: shorter * 110,
      refunded: 0,
    })
    expect(await books.payout(booked)).toMatchObject({ share: shorter * 9_000 })
  },
)

test('when a host accepts a longer booking, the price difference that the guest authorized is charged', async () => {
  const booked = await changes.book()
  const { body } = await changes.propose(booked.guest, booked, { hours: 4 })
  expect(body).toMatchObject({ status: 'unpaid', difference: 220 })
  expect((await changes.answer(host, body.changeId, 'accepted')).body).toMatchObject({
    code: 'change_not_found',
  })
  await changes.authorize(body.payment)
  expect((await changes.confirm(booked.guest, body.payment)).body.status).toBe('requested')
  expect(await changes.change(body.changeId)).toBe('open')
  expect(await changes.kept(booked)).toBe(22_000)

  expect((await changes.answer(host, body.changeId, 'accepted')).body.status).toBe('done')
  expect(await changes.state(booked)).toMatchObject({
    hours: 4,
    total: 440,
    share: 360,
    slots: ['booking 0-4'],
  })
  await books.agree()
  expect(await changes.kept(booked)).toBe(44_000)
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([36_000])
  await books.agree()
})

test('a guest accepts a host’s proposal of a longer booking by paying the difference', async () => {
  const booked = await changes.book()
  const { body } = await changes.propose(host, booked, { startsAt: inDays(5, 9), hours: 4 })
  expect(body).toMatchObject({ status: 'open', difference: 220, payment: null })
  const first = await changes.answer(booked.guest, body.changeId, 'accepted')
  const again = await changes.answer(booked.guest, body.changeId, 'accepted')
  expect(again.body.payment).toEqual(first.body.payment)
  await changes.authorize(first.body.payment, 'pm_card_chargeDeclined')
  expect(await changes.change(body.changeId)).toBe('open')
  await changes.authorize(first.body.payment)
  expect((await changes.confirm(booked.guest, first.body.payment)).body).toMatchObject({
    status: 'confirmed',
    bookingId: booked.id,
  })
  expect(await changes.state(booked)).toMatchObject({
    moved: -1,
    hours: 4,
    slots: ['booking -1-3'],
  })
  await books.agree()
})

test.each(['declined', 'withdrawn'])(
  'a booking change that is %s releases the authorization and leaves the booking unchanged',
  async (answer) => {
    const booked = await changes.book()
    const before = await changes.state(booked)
    const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 3 })
    const actor = answer === 'declined' ? host : booked.guest
    expect((await changes.answer(actor, changeId, answer)).body.status).toBe(answer)
    expect(await changes.answer(actor, changeId, answer)).toMatchObject({ status: 200 })
    expect(await market.stripe.paymentIntents.retrieve(payment!.paymentIntentId)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    })
    expect(await changes.state(booked)).toEqual(before)
    const late = await changes.answer(
      answer === 'declined' ? booked.guest : host,
      changeId,
      'accepted',
    )
    expect(late.status).toBeGreaterThanOrEqual(404)
    await changes.proposeAndPay(booked, { hours: 3 })
    await books.agree()
  },
)

test('if a booking change is charged only after its new end time, the charge is refunded and the booking keeps its old time', async () => {
  const booked = await changes.book()
  const { changeId } = await changes.proposeAndPay(booked, { hours: 3 })
  const outage = interceptStripe('/capture', serverError)
  await changes.answer(host, changeId, 'accepted')
  outage.mockRestore()
  expect(await changes.change(changeId)).toBe('accepted')
  await sql`
    update public.booking_changes set start_time = now() - interval '4 hours',
      end_time = now() - interval '1 hour'
    where id = ${changeId}`
  await changes.runJob()
  expect(await changes.change(changeId)).toBe('failed')
  expect(await changes.state(booked)).toMatchObject({ hours: 2, slots: ['booking 0-2'] })
  expect(await changes.kept(booked)).toBe(22_000)
  await books.agree()
})

test('cancelling a changed booking refunds all its payments', async () => {
  const booked = await changes.book()
  const { changeId } = await changes.proposeAndPay(booked, { hours: 4 })
  await changes.answer(host, changeId, 'accepted')
  const { body } = await books.cancel(booked)
  expect(body).toMatchObject({ refund: { amount: 440, percentage: 100 } })
  await books.agree()
  expect(await changes.kept(booked)).toBe(0)
  expect(await changes.state(booked)).toMatchObject({ refunded: 440, slots: null })
  expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0 })
})

test('cancelling a changed booking under the strict policy refunds half of all payments, and the host gets half of the new share', async () => {
  const booked = await changes.book({ policy: 'strict', startsAt: inDays(12) })
  const { changeId } = await changes.proposeAndPay(booked, { hours: 4 })
  await changes.answer(host, changeId, 'accepted')
  await sql`
    update public.bookings set created_at = now() - interval '1 day' where id = ${booked.id}`
  const { body } = await books.cancel(booked)
  expect(body).toMatchObject({ refund: { amount: 220, percentage: 50 } })
  await books.agree()
  expect(await changes.kept(booked)).toBe(22_000)
  expect(await books.payout(booked)).toMatchObject({ share: 18_000 })
})

test('a host who cancels a changed booking refunds all its payments', async () => {
  const booked = await changes.book()
  const { changeId } = await changes.proposeAndPay(booked, { hours: 3 })
  await changes.answer(host, changeId, 'accepted')
  const down = await changes.propose(host, { ...booked, hours: 3 }, { hours: 1 })
  await changes.answer(booked.guest, down.body.changeId, 'accepted')
  await books.agree()
  expect(await changes.kept(booked)).toBe(11_000)
  await host.call('cancel-as-host', { bookingId: booked.id, reason: 'emergency' })
  await books.agree()
  expect(await changes.kept(booked)).toBe(0)
})

test('a lost dispute of the payment for a booking change reduces the host’s payout for the booking', async () => {
  const booked = await changes.book()
  const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 4 })
  await changes.answer(host, changeId, 'accepted')
  const intent = await market.stripe.paymentIntents.retrieve(payment!.paymentIntentId)
  const { id } = await books.dispute({ charge: String(intent.latest_charge), action: 'open' })
  await market.webhooksDelivered()
  expect(await books.payout(booked)).toMatchObject({ frozen: true })
  await books.dispute({ dispute: id, action: 'lose' })
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ share: 18_000, frozen: false })
})

test('a booking change uses the price rules stored with the booking, even after the host has changed or removed all of them', async () => {
  const space = await market.space(host, { price: 1_000, currency: 'JPY', capacity: 6 })
  const projector = await market.extra(space, { name: 'Projector', price: 333 })
  const coffee = await market.extra(space, {
    name: 'Coffee',
    price: 100,
    unit: 'hour',
    position: 1,
  })
  await sql`
    insert into public.space_length_discounts values (${space.id}, 3, 15)`
  await sql`
    insert into public.space_price_rules (space_id, weekday, from_hour, to_hour, price)
    select ${space.id}, weekday, 12, 24, 1501 from generate_series(0, 6) as weekday`
  const booked = await changes.book({ space, hours: 2, extras: [projector], amount: 2_333 })
  await sql`update public.spaces set price = 9_000 where id = ${space.id}`
  await sql`delete from public.space_price_rules where space_id = ${space.id}`
  await sql`delete from public.space_length_discounts where space_id = ${space.id}`
  await sql`update public.space_extras set price = 900 where space_id = ${space.id}`
  await sql`delete from public.space_extras where id = ${coffee}`

  // Two hours for 1000 each and one for 1501, less the 15% length discount (525), plus the
  // projector (333) and coffee for three hours (3 x 100). The total adds the platform fee of 10%.
  const rental = 3_501 - 525 + 333 + 300
  const total = rental + Math.round(rental / 10)
  const { body } = await changes.price(booked.guest, booked, {
    hours: 3,
    extras: [projector, coffee],
  })
  expect(body).toMatchObject({ oldTotal: 2_566, newTotal: total, difference: total - 2_566 })
  const { changeId } = await changes.proposeAndPay(booked, {
    hours: 3,
    extras: [projector, coffee],
  })
  await changes.answer(host, changeId, 'accepted')
  expect(await changes.state(booked)).toMatchObject({ hours: 3, total })
  await books.agree()
  expect(await changes.kept(booked)).toBe(total)
})

/** Returns the number of people and the quantities of the extras of a booking. */
async function peopleOf({ id }: { id: string }) {
  const [row] = await sql`
    select guest_count as people, (
      select array_agg((extra ->> 'quantity')::integer) from jsonb_array_elements(extras) as extra
    ) as quantities
    from public.bookings where id = ${id}`
  return row
}

test('a change of the number of people charges or refunds per-person extras at the prices stored with the booking', async () => {
  const space = await market.space(host, { capacity: 6 })
  const lunch = await market.extra(space, { name: 'Lunch', price: 10, unit: 'person' })
  const extras = [lunch]
  const booked = await changes.book({ space, guests: 2, extras, amount: 220 })
  await sql`update public.space_extras set price = 50 where id = ${lunch}`

  // Two hours for 100 each and four lunches for 10 each, and the platform fee of 10%.
  const wanted = { guests: 4, extras }
  const proposed = await changes.proposeAndPay(booked, wanted)
  expect(proposed).toMatchObject({ oldTotal: 242, newTotal: 264, difference: 22 })
  const again = await changes.propose(booked.guest, booked, wanted)
  expect(again.body).toMatchObject({ changeId: proposed.changeId, status: 'open' })
  const other = await changes.propose(booked.guest, booked, { guests: 5, extras })
  expect(other.body.code).toBe('change_pending')
  expect(await peopleOf(booked)).toEqual({ people: 2, quantities: [2] })

  await changes.answer(host, proposed.changeId, 'accepted')
  expect(await peopleOf(booked)).toEqual({ people: 4, quantities: [4] })
  expect(await changes.state(booked)).toMatchObject({
    moved: 0,
    total: 264,
    share: 216,
    slots: ['booking 0-2'],
  })
  await books.agree()
  expect(await changes.kept(booked)).toBe(26_400)

  const fewer = await changes.propose(booked.guest, booked, { guests: 1, extras })
  expect(fewer.body).toMatchObject({ newTotal: 231, difference: -33, payment: null })
  await changes.answer(host, fewer.body.changeId, 'accepted')
  expect(await peopleOf(booked)).toEqual({ people: 1, quantities: [1] })
  await books.agree()
  expect(await changes.kept(booked)).toBe(23_100)
  const [change] = await sql`
    select old_guest_count, guest_count from public.booking_changes where id = ${fewer.body.changeId}`
  expect(change).toEqual({ old_guest_count: 4, guest_count: 1 })
})

test('a booking change cannot raise the number of people above the capacity, but can keep or lower a number above a reduced capacity', async () => {
  const booked = await changes.book({ capacity: 4, guests: 3 })
  const codeOf = async (wanted: Parameters<typeof changes.propose>[2]) =>
    (await changes.propose(booked.guest, booked, wanted)).body.code
  expect(await codeOf({ guests: 5 })).toBe('too_many_guests')
  expect((await changes.price(booked.guest, booked, { guests: 4 })).status).toBe(200)
  await sql`update public.spaces set capacity = 1 where id = ${booked.space.id}`
  expect(await codeOf({ guests: 4 })).toBe('too_many_guests')
  expect(await codeOf({ guests: 3 })).toBe('change_unchanged')
  expect((await changes.price(booked.guest, booked, { startsAt: inDays(6) })).status).toBe(200)
  const { body } = await changes.propose(booked.guest, booked, { guests: 2 })
  expect(body).toMatchObject({ status: 'open', difference: 0 })
  await changes.answer(host, body.changeId, 'accepted')
  expect(await peopleOf(booked)).toMatchObject({ people: 2 })
})

test('propose_change keeps the number of people if it is called without p_guest_count, as servers running 0.2.0 do', async () => {
  const booked = await changes.book({ guests: 3 })
  const [from, to] = [inDays(6), inDays(6, 12)]
  const [offered] = await sql`
    select change_offer(p_booking_id => ${booked.id}, p_actor_id => ${booked.guest.id},
      p_start => ${from}, p_end => ${to}) ->> 'guestCount' as guests`
  expect(offered).toEqual({ guests: '3' })
  const quote = {
    extras: [],
    priceLines: [],
    rentalMinor: 20_000,
    platformFeeMinor: 2_000,
    totalMinor: 22_000,
    hostCommissionMinor: 2_000,
    hostShareMinor: 18_000,
  }
  const [proposed] = await sql`
    select propose_change(p_booking_id => ${booked.id}, p_actor_id => ${booked.guest.id},
      p_start => ${from}, p_end => ${to}, p_quote => ${sql.json(quote)},
      p_difference_minor => 0) -> 'change' ->> 'id' as id`
  await changes.answer(host, String(proposed!['id']), 'accepted')
  expect(await peopleOf(booked)).toMatchObject({ people: 3 })
})

test('propose-change rejects an outdated price, an unchanged booking and users who are neither guest nor host', async () => {
  const booked = await changes.book()
  const stranger = await market.person('stranger')
  expect((await changes.price(stranger, booked, { hours: 1 })).body.code).toBe('booking_not_found')
  expect((await changes.propose(booked.guest, booked, {})).body.code).toBe('change_unchanged')
  const seen = await booked.guest.call('propose-change', {
    bookingId: booked.id,
    startTime: inDays(5),
    endTime: inDays(5, 14),
    extras: [],
    difference: 1,
  })
  expect(seen.body.code).toBe('amount_mismatch')
  const { body } = await changes.propose(booked.guest, booked, { startsAt: inDays(6) })
  expect((await changes.propose(host, booked, { startsAt: inDays(7) })).body.code).toBe(
    'change_pending',
  )
  expect((await changes.answer(stranger, body.changeId, 'accepted')).body.code).toBe(
    'change_not_found',
  )
  expect((await changes.answer(booked.guest, body.changeId, 'accepted')).body.code).toBe(
    'change_not_found',
  )
})

test('a booking can be changed until exactly 48 hours before its start', async () => {
  const booked = await changes.book()
  const offerAt = (margin: string) =>
    sql
      .begin(async (transaction) => {
        await transaction`
          update public.bookings set start_time = now() + interval '48 hours' + ${margin}::interval,
            end_time = now() + interval '50 hours' + ${margin}::interval
          where id = ${booked.id}`
        await transaction`
          select change_offer(id, user_id, start_time, end_time) from public.bookings
          where id = ${booked.id}`
        return 'open'
      })
      .catch((cause: { detail?: string }) => cause.detail)
  expect(await offerAt('0')).toBe('change_closed')
  expect(await offerAt('1 microsecond')).toBe('open')
})

test('an unanswered booking change expires, and its authorization is released', async () => {
  const soon = await changes.book({ startsAt: inDays(3, 15) })
  const { body } = await changes.propose(soon.guest, soon, { startsAt: inDays(4) })
  const [times] = await sql`
    select answer_by = ${inDays(1, 15)} as at_limit from public.booking_changes
    where id = ${body.changeId}`
  expect(times).toEqual({ at_limit: true })

  const booked = await changes.book({ startsAt: inDays(20) })
  const { changeId, payment } = await changes.proposeAndPay(booked, { hours: 3 })
  await sql`update public.booking_changes set answer_by = now() where id = ${changeId}`
  expect((await changes.answer(host, changeId, 'accepted')).body.code).toBe('change_expired')
  await changes.runJob()
  expect(await changes.change(changeId)).toBe('expired')
  expect(await market.stripe.paymentIntents.retrieve(payment!.paymentIntentId)).toMatchObject({
    status: 'canceled',
  })
  await books.agree()
})

test('a booking change proposed by the guest expires after 15 minutes without payment', async () => {
  const booked = await changes.book()
  const { body } = await changes.propose(booked.guest, booked, { hours: 3 })
  await changes.runJob()
  expect(await changes.change(body.changeId)).toBe('unpaid')
  await sql`
    update public.payments set created_at = now() - interval '15 minutes'
    where change_id = ${body.changeId}`
  await changes.runJob()
  expect(await changes.change(body.changeId)).toBe('expired')
  expect((await changes.authorize(body.payment)).status).toBe(400)
})

test("recordMissedRequest returns the outcome 'requested' and no booking id for an authorized booking change", async () => {
  const booked = await changes.book()
  const { body } = await changes.propose(booked.guest, booked, { hours: 3 })
  await changes.authorize(body.payment)
  const [payment] = await sql<[Payment]>`
    select * from public.payments where change_id = ${body.changeId}`
  const scope = {
    env: {
      SUPABASE_DB_URL: market.server.databaseUrl,
      STRIPE_SECRET_KEY: market.server.keys.stripeSecretKey,
      STRIPE_API_BASE: `${market.server.url}/_sandbox/stripe`,
    },
    fetch,
    serve: () => {},
    onUnload: () => {},
    onStray: () => {},
  }
  const missed = await runInScope(scope, () => recordMissedRequest(payment))
  expect(missed).toEqual({ outcome: 'requested', bookingId: null })
})

test('the number of people of a booking can be changed even if the host has blocked the time of its buffer', async () => {
  const space = await market.space(host)
  await sql`update public.spaces set buffer_minutes = 60 where id = ${space.id}`
  const booked = await changes.book({ space })
  await asUser(
    sql,
    host.id,
    (transaction) =>
      transaction`select public.block_time(${space.id}, ${inDays(5, 12)}, ${inDays(5, 14)})`,
  )
  const { body } = await changes.propose(booked.guest, booked, { guests: 2 })
  expect(body).toMatchObject({ status: 'open', difference: 0 })
  expect(await changes.answer(host, body.changeId, 'accepted')).toMatchObject({
    status: 200,
    body: { status: 'done' },
  })
  expect(await changes.state(booked)).toMatchObject({ moved: 0, slots: ['booking 0-2'] })
})

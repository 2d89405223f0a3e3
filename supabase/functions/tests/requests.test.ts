import { expect, test } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import { asUser } from '../../tests/records.ts'
import { openMarketWithBooks } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { interceptStripe, serverError } from './intercept-stripe.ts'
import { inDays, type Person, type Space } from './market.ts'

const { totalMinor, shareMinor } = expectedAmounts(10_000)

const { market, books } = await openMarketWithBooks()
const { sql } = market.server
const host = await market.person('host')
await market.onboard(host)

type Request = { id: string; guest: Person; intent: string; space: Space }

async function request({
  space,
  guest,
  startsAt = inDays(5),
}: { space?: Space; guest?: Person; startsAt?: Date } = {}): Promise<Request> {
  const asked = space ?? (await market.space(host, { mode: 'request' }))
  const asking = guest ?? (await market.person('guest'))
  const { body: opened } = await market.checkout(asking, asked, startsAt)
  await market.pay(opened.clientSecret)
  const { body } = await asking.call<{ bookingId: string; status: string }>('confirm-booking', {
    paymentIntentId: opened.paymentIntentId,
  })
  expect(body.status).toBe('requested')
  return { id: body.bookingId, guest: asking, intent: opened.paymentIntentId, space: asked }
}

const answerAs = (person: Person, { id }: Request, answer: string, note?: string) =>
  person.call<{ status: string }>('answer-request', {
    bookingId: id,
    answer,
    ...(note && { note }),
  })

const atStripe = ({ intent }: Request) => market.stripe.paymentIntents.retrieve(intent)

async function stateOf({ id }: Request) {
  const [row] = await sql`
    select bookings.status, bookings.answer, payments.status as payment, slot.kind as slot
    from public.bookings
    join public.payments on payments.booking_id = bookings.id
    left join public.space_availability slot on slot.booking_id = bookings.id and slot.active
    where bookings.id = ${id}`
  return row
}

async function passAnswerTime({ id }: Request) {
  await sql`
    update public.bookings set answer_by = now() - interval '1 second' where id = ${id}`
}

const runJob = () => market.postAsServer('reconcile-payments', {})

test('a booking request takes the slot and authorizes the card, and its acceptance charges the card once', async () => {
  const asked = await request()
  expect(await stateOf(asked)).toEqual({
    status: 'requested',
    answer: null,
    payment: 'authorized',
    slot: 'request',
  })
  expect(await atStripe(asked)).toMatchObject({
    status: 'requires_capture',
    amount_received: 0,
  })
  const rival = await market.checkout(await market.person('rival'), asked.space, inDays(5))
  expect(rival).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  expect(await books.mailsTo(asked.guest)).toEqual(['request-sent'])

  const accepted = await answerAs(host, asked, 'accepted')
  expect(accepted).toMatchObject({ status: 200, body: { status: 'confirmed' } })
  expect(await answerAs(host, asked, 'accepted')).toEqual(accepted)
  expect(await stateOf(asked)).toEqual({
    status: 'confirmed',
    answer: 'accepted',
    payment: 'paid',
    slot: 'booking',
  })
  expect(await atStripe(asked)).toMatchObject({ status: 'succeeded', amount_received: totalMinor })
  expect(await books.payout({ id: asked.id } as never)).toMatchObject({
    status: 'scheduled',
    share: shareMinor,
  })
  expect(await books.mailsTo(asked.guest)).toEqual(['booking-confirmed', 'request-sent'])
  await books.agree()
})

test('a host cannot accept a request for a hidden listing, and the card is not charged', async () => {
  const asked = await request()
  await sql`update public.spaces set hidden_at = now() where id = ${asked.space.id}`
  expect(await answerAs(host, asked, 'accepted')).toMatchObject({
    status: 409,
    body: { code: 'space_unavailable' },
  })
  expect(await stateOf(asked)).toMatchObject({ status: 'requested', payment: 'authorized' })
  expect(await answerAs(host, asked, 'declined')).toMatchObject({ body: { status: 'declined' } })
})

test.each([
  ['declined', 'declined', () => host],
  ['withdrawn', 'cancelled', ({ guest }: Request) => guest],
] as const)(
  'a booking request that is %s frees the slot, releases the card and charges nothing',
  async (answer, status, actorOf) => {
    const asked = await request()
    const first = await answerAs(actorOf(asked), asked, answer, 'We are closed for repairs')
    expect(first).toMatchObject({ status: 200, body: { status } })
    expect(await answerAs(actorOf(asked), asked, answer)).toEqual(first)
    expect(await stateOf(asked)).toEqual({ status, answer, payment: 'abandoned', slot: null })
    expect(await atStripe(asked)).toMatchObject({ status: 'canceled', amount_received: 0 })
    const mails = await books.mailsTo(asked.guest)
    expect(mails).toEqual(['request-ended', 'request-sent'])
    await request({ space: asked.space })
    await books.agree()
  },
)

test('contact data in the message of a host who declines a booking request is masked for the guest', async () => {
  const asked = await request()
  await answerAs(host, asked, 'declined', 'Call +49 30 1234567 to book for less')
  const masked = 'Call [hidden] to book for less'
  const [row] = await sql`
    select cancel_note, data ->> 'note' as mailed
    from public.bookings
    join public.outgoing_mails on template = 'request-ended'
      and data ->> 'booking_id' = bookings.id::text
    where bookings.id = ${asked.id}`
  expect(row).toEqual({ cancel_note: masked, mailed: masked })
  await books.agree()
})

const suggest = ({ id }: Request, startsAt: Date, hours = 2) =>
  host.call<{ status: string }>('answer-request', {
    bookingId: id,
    answer: 'declined',
    suggestion: { startTime: startsAt, endTime: new Date(startsAt.getTime() + hours * hourMs) },
  })

test('the email and the notification about a declined booking request contain the suggested time, which other guests can book', async () => {
  const asked = await request()
  const first = await suggest(asked, inDays(6))
  expect(first).toMatchObject({ status: 200, body: { status: 'declined' } })
  expect(await suggest(asked, inDays(7))).toEqual(first)
  const [stored] = await sql`
    select suggested_start_time, suggested_end_time from public.bookings where id = ${asked.id}`
  expect(stored).toEqual({
    suggested_start_time: inDays(6),
    suggested_end_time: inDays(6, 12),
  })
  const [mail] = await sql`
    select data from public.outgoing_mails
    where template = 'request-ended' and data ->> 'booking_id' = ${asked.id}`
  expect(new Date(mail!['data'].suggested_starts_at)).toEqual(inDays(6))
  expect(new Date(mail!['data'].suggested_ends_at)).toEqual(inDays(6, 12))
  const [notification] = await sql`
    select data from public.notifications
    where kind = 'request-ended' and path = ${`/bookings/${asked.id}`}`
  expect(new Date(notification!['data'].suggested_starts_at)).toEqual(inDays(6))
  const rival = await market.checkout(await market.person('rival'), asked.space, inDays(6))
  expect(rival.status).toBe(200)
  await books.agree()
})

test('a host can suggest a time that overlaps the declined booking request', async () => {
  const asked = await request()
  expect(await suggest(asked, inDays(5, 9))).toMatchObject({ status: 200 })
})

test.each([
  ['in the past', inDays(-1), 'in_the_past', 400],
  ['outside the opening hours', inDays(6, 3), 'outside_hours', 400],
  ['booked by another guest', inDays(8), 'slot_taken', 409],
] as const)(
  'a suggested time that is %s is refused, and the booking request stays unanswered',
  async (_, startsAt, code, status) => {
    const asked = await request()
    if (code === 'slot_taken') await request({ space: asked.space, startsAt })
    expect(await suggest(asked, startsAt)).toMatchObject({ status, body: { code } })
    expect(await stateOf(asked)).toMatchObject({ status: 'requested', answer: null })
  },
)

test('a host cannot suggest a time of a space that is closed for bookings or hidden', async () => {
  const asked = await request()
  const refused = {
    status: 409,
    body: {
      code: 'space_unavailable',
      error: 'Guests can’t book this space now, so another time can’t be suggested',
    },
  }
  await sql`update public.spaces set available = false where id = ${asked.space.id}`
  expect(await suggest(asked, inDays(6))).toMatchObject(refused)
  await sql`
    update public.spaces set available = true, hidden_at = now() where id = ${asked.space.id}`
  expect(await suggest(asked, inDays(6))).toMatchObject(refused)
})

test('the database stores a suggested time only with a declined booking request', async () => {
  const asked = await request()
  await expect(
    sql`
      update public.bookings
      set suggested_start_time = ${inDays(6)}, suggested_end_time = ${inDays(6, 12)}
      where id = ${asked.id}`,
  ).rejects.toThrow('bookings_suggestion_of_declined_request')
  await answerAs(host, asked, 'declined')
  for (const [startsAt, endsAt, constraint] of [
    [inDays(6), null, 'bookings_suggestion_complete'],
    [inDays(6), inDays(6), 'bookings_suggestion_at_most_24_hours'],
    [inDays(-6), inDays(-6, 12), 'bookings_suggestion_in_future'],
  ] as const) {
    await expect(
      sql`
        update public.bookings
        set suggested_start_time = ${startsAt}, suggested_end_time = ${endsAt}
        where id = ${asked.id}`,
    ).rejects.toThrow(constraint)
  }
})

test('a booking request without an answer expires after 24 hours, or at its start if that is earlier', async () => {
  const asked = await request()
  const [times] = await sql`
    select answer_by = created_at + interval '24 hours' as in_a_day
    from public.bookings where id = ${asked.id}`
  expect(times).toEqual({ in_a_day: true })
  await runJob()
  expect(await stateOf(asked)).toMatchObject({ status: 'requested' })

  await passAnswerTime(asked)
  const late = await answerAs(host, asked, 'accepted')
  expect(late).toMatchObject({ status: 409, body: { code: 'request_expired' } })
  await runJob()
  expect(await stateOf(asked)).toEqual({
    status: 'expired',
    answer: 'expired',
    payment: 'abandoned',
    slot: null,
  })
  expect(await atStripe(asked)).toMatchObject({ status: 'canceled' })
  expect(await books.mailsTo(asked.guest)).toEqual(['request-ended', 'request-sent'])

  const soon = new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs)
  const space = await market.space(host, { mode: 'request' })
  await sql`
    insert into public.space_opening_hours (space_id, weekday, first_start, last_start)
    select ${space.id}, weekday, 0, 23 from generate_series(0, 6) as weekday`
  const near = await request({ space, startsAt: soon })
  const [end] = await sql`
    select answer_by = start_time as at_start from public.bookings where id = ${near.id}`
  expect(end).toEqual({ at_start: true })
})

test('an accepted booking request whose card cannot be charged expires without a charge', async () => {
  const asked = await request()
  const refusal = { payment_intent: asked.intent, action: 'refuse' }
  await market.server.stripe.control('authorizations', refusal)
  const answer = await answerAs(host, asked, 'accepted')
  expect(answer).toMatchObject({ status: 200, body: { status: 'expired' } })
  expect(await stateOf(asked)).toEqual({
    status: 'expired',
    answer: 'accepted',
    payment: 'abandoned',
    slot: null,
  })
  expect(await atStripe(asked)).toMatchObject({ status: 'canceled', amount_received: 0 })
  await books.agree()
})

test('a booking request expires and frees its slot when its authorization expires at Stripe', async () => {
  const asked = await request()
  const expiry = { payment_intent: asked.intent, action: 'expire' }
  await market.server.stripe.control('authorizations', expiry)
  await market.webhooksDelivered()
  expect(await stateOf(asked)).toEqual({
    status: 'expired',
    answer: 'expired',
    payment: 'abandoned',
    slot: null,
  })
  await books.agree()
})

test.each([
  ['capture', 'accepted', { status: 'confirmed', payment: 'paid', slot: 'booking' }],
  ['cancel', 'declined', { status: 'declined', payment: 'abandoned', slot: null }],
] as const)(
  'if Stripe fails to %s the PaymentIntent of a booking request that is %s, reconcile-payments retries',
  async (step, answer, result) => {
    const asked = await request()
    const stripe = interceptStripe(`${asked.intent}/${step}`, serverError)
    const first = await answerAs(host, asked, answer)
    stripe.mockRestore()
    expect(first.status).toBe(200)
    expect(await stateOf(asked)).toMatchObject({ answer, payment: 'authorized' })
    await runJob()
    expect(await stateOf(asked)).toMatchObject(result)
    await books.agree()
  },
)

/** Moves a booking request and its payment to an hour that is over. */
async function passTime({ id }: Request) {
  await sql`
    update public.bookings set start_time = now() - interval '2 hours',
      end_time = now() - interval '1 hour'
    where id = ${id}`
  await sql`
    update public.payments set start_time = bookings.start_time, end_time = bookings.end_time
    from public.bookings where bookings.id = booking_id and bookings.id = ${id}`
}

test.each([
  ['is not charged by reconcile-payments', runJob, 'abandoned', 0],
  [
    'is refunded in full if its payment is captured in the Stripe dashboard',
    ({ intent }: Request) => market.stripe.paymentIntents.capture(intent),
    'paid',
    totalMinor / 100,
  ],
] as const)(
  'an accepted booking request whose end has passed %s',
  async (_, capture, payment, refunded) => {
    const asked = await request()
    const outage = interceptStripe(`${asked.intent}/capture`, serverError)
    await answerAs(host, asked, 'accepted')
    outage.mockRestore()
    await passTime(asked)
    await capture(asked)
    await market.webhooksDelivered()
    expect(await stateOf(asked)).toEqual({
      status: 'expired',
      answer: 'accepted',
      payment,
      slot: null,
    })
    expect(await books.booking(asked as never)).toMatchObject({ refunded })
    const { body } = await asked.guest.call('confirm-booking', { paymentIntentId: asked.intent })
    expect(body).toMatchObject({
      status: payment === 'paid' ? 'refunded' : 'failed',
      bookingId: null,
    })
    await books.agree()
  },
)

test('reconcile-payments records an authorized booking request whose webhook was lost, even after its hold has expired', async () => {
  const space = await market.space(host, { mode: 'request' })
  const guest = await market.person('guest')
  const { body: opened } = await market.checkout(guest, space, inDays(5))
  await market.server.stripe.control('webhooks', { mode: 'off' })
  await market.pay(opened.clientSecret)
  await sql`
    update public.space_availability set expires_at = now() - interval '1 second'
    where id = (select hold_id from public.payments where id = ${opened.paymentId})`
  expect((await runJob()).body).toMatchObject({ lapsed: 1 })
  await market.server.stripe.control('webhooks', { mode: 'on' })
  const [booking] = await sql`
    select status from public.bookings where space_id = ${space.id}`
  expect(booking).toEqual({ status: 'requested' })
})

test('confirm-booking releases the card of a booking request whose slot is taken, even if a concurrent call has already released the card', async () => {
  const space = await market.space(host, { mode: 'request' })
  const guest = await market.person('guest')
  const { body: opened } = await market.checkout(guest, space, inDays(5))
  await sql`
    update public.space_availability set active = false
    where id = (select hold_id from public.payments where id = ${opened.paymentId})`
  await asUser(
    sql,
    host.id,
    (transaction) => transaction`select public.block_time(${space.id}, ${inDays(5)}, ${inDays(6)})`,
  )
  const stripe = interceptStripe(`${opened.paymentIntentId}/cancel`, async (_address, usual) => {
    await usual()
    return usual()
  })
  await market.pay(opened.clientSecret)
  const { paymentIntentId } = opened
  const answer = await guest.call('confirm-booking', { paymentIntentId })
  stripe.mockRestore()
  expect(answer).toMatchObject({ status: 200, body: { status: 'failed', bookingId: null } })
})

test('if a booking request is accepted, withdrawn and expired concurrently, only one outcome takes effect and decides about the charge', async () => {
  for (let round = 0; round < 5; round += 1) {
    const asked = await request()
    await sql`
      update public.bookings set answer_by = now() + interval '30 milliseconds'
      where id = ${asked.id}`
    const answers = await Promise.all([
      answerAs(host, asked, 'accepted'),
      answerAs(asked.guest, asked, 'withdrawn'),
      runJob(),
    ])
    await runJob()
    await market.webhooksDelivered()
    const state = await stateOf(asked)
    const { status, amount_received } = await atStripe(asked)
    const { answer, ...rest } = state!
    expect({ ...rest, card: status, charged: amount_received }).toEqual(
      answer === 'accepted'
        ? {
            status: 'confirmed',
            payment: 'paid',
            slot: 'booking',
            card: 'succeeded',
            charged: totalMinor,
          }
        : {
            status: { withdrawn: 'cancelled', expired: 'expired' }[String(answer)],
            payment: 'abandoned',
            slot: null,
            card: 'canceled',
            charged: 0,
          },
    )
    const lost = answers.slice(0, 2).filter((result) => result.status !== 200)
    for (const { body } of lost)
      expect((body as { code: string }).code).toMatch(/^request_(answered|expired)$/)
  }
  await books.agree()
})

test('only one of several concurrent booking requests and instant bookings of the same slot gets the slot', async () => {
  const space = await market.space(host)
  const guests = await market.people('guest', 8)
  const won = await Promise.all(
    guests.map(async (guest, index) => {
      await sql`
        update public.spaces set booking_mode = ${index % 2 ? 'request' : 'instant'}
        where id = ${space.id}`
      const opened = await market.checkout(guest, space, inDays(5))
      if (opened.status !== 200) return false
      await market.pay(opened.body.clientSecret)
      const { body } = await guest.call<{ bookingId: string | null }>('confirm-booking', {
        paymentIntentId: opened.body.paymentIntentId,
      })
      return body.bookingId !== null
    }),
  )
  expect(won.filter(Boolean)).toHaveLength(1)
  const [count] = await sql`
    select count(*)::int as taken from public.space_availability
    where space_id = ${space.id} and active`
  expect(count).toEqual({ taken: 1 })
  await books.agree()
})

test('a free booking request requires no card and is booked when the host accepts it', async () => {
  const space = await market.space(host, { mode: 'request', price: 0 })
  const guest = await market.person('guest')
  const { body } = await market.checkout(guest, space, inDays(5))
  expect(body).toMatchObject({ clientSecret: null, isRequest: true })
  const asked = { id: body.bookingId ?? '', guest, intent: '', space }
  expect(await stateOf(asked)).toMatchObject({ status: 'requested', slot: 'request' })
  expect(await answerAs(host, asked, 'accepted')).toMatchObject({ body: { status: 'confirmed' } })
  expect(await stateOf(asked)).toMatchObject({ status: 'confirmed', slot: 'booking' })
})

test('if instant booking needs verified guests, a guest without a verified phone sends a booking request', async () => {
  const space = await market.space(host)
  await sql`update public.spaces set instant_needs_verified = true where id = ${space.id}`
  const guest = await market.person('guest')
  const first = await market.checkout(guest, space, inDays(5))
  expect(first.body.isRequest).toBe(true)
  await sql`
    update auth.users set confirmation_sent_at = now(), email_confirmed_at = now()
    where id = ${guest.id}`
  expect((await market.checkout(guest, space, inDays(5))).body.isRequest).toBe(true)
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, phone, created_at, updated_at)
    values (gen_random_uuid(), ${guest.id}, 'phone', 'verified', '+18135550134', now(), now())`
  expect((await market.checkout(guest, space, inDays(5))).body.isRequest).toBe(false)
})

test('only the host can answer a booking request, only its guest can withdraw it, and an instant booking cannot be answered', async () => {
  const asked = await request()
  const stranger = await market.person('stranger')
  for (const [person, answer] of [
    [stranger, 'accepted'],
    [asked.guest, 'accepted'],
    [asked.guest, 'declined'],
    [host, 'withdrawn'],
    [stranger, 'withdrawn'],
  ] as const) {
    expect(await answerAs(person, asked, answer)).toMatchObject({
      status: 404,
      body: { code: 'booking_not_found' },
    })
  }
  expect(await asked.guest.call('cancel-booking', { bookingId: asked.id })).toMatchObject({
    status: 409,
    body: { code: 'booking_not_confirmed' },
  })
  const booked = await books.book({ host })
  expect(
    await host.call('answer-request', { bookingId: booked.id, answer: 'accepted' }),
  ).toMatchObject({ status: 409, body: { code: 'not_a_request' } })
})

test('the host earnings and their totals count booking requests only after they are accepted', async () => {
  const owner = await market.person('owner')
  await market.onboard(owner)
  const space = await market.space(owner, { mode: 'request' })
  const counts = async () => {
    const [row] = await sql.begin(async (transaction) => {
      await transaction`
        select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: owner.id })}, true)`
      return transaction`
        select
          (select coalesce(sum(bookings), 0)::int from public.host_earnings) as earned,
          (select coalesce(sum(bookings), 0)::int from public.host_earning_totals) as earnings`
    })
    return row
  }
  const asked = await request({ space })
  const declined = await request({ space, startsAt: inDays(6) })
  await answerAs(owner, declined, 'declined')
  expect(await counts()).toEqual({ earned: 0, earnings: 0 })
  await answerAs(owner, asked, 'accepted')
  expect(await counts()).toEqual({ earned: 1, earnings: 1 })
})

test('if the card of a declined booking request is captured in the Stripe dashboard, the guest is refunded in full', async () => {
  const asked = await request()
  const stripe = interceptStripe(`${asked.intent}/cancel`, serverError)
  await answerAs(host, asked, 'declined')
  stripe.mockRestore()
  await market.stripe.paymentIntents.capture(asked.intent)
  await market.webhooksDelivered()
  await runJob()
  await market.webhooksDelivered()
  expect(await stateOf(asked)).toMatchObject({ status: 'declined', slot: null })
  const intent = await market.stripe.paymentIntents.retrieve(asked.intent, {
    expand: ['latest_charge'],
  })
  expect(intent.latest_charge).toMatchObject({ amount_refunded: totalMinor })
  await books.agree()
})

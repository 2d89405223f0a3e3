import { expect, test } from 'vitest'
import { dayMs, hoursBetween, minuteMs } from '@hourspace/domain/durations.ts'
import { openMarketWithBooks } from './books.ts'
import { openChanges, type Changing } from './changes.ts'
import { interceptStripe } from './intercept-stripe.ts'
import { inDays, type Person } from './market.ts'

const { market, books } = await openMarketWithBooks()
const { sql } = market.server
const host = await market.person('host')
await market.onboard(host)
const changes = openChanges(market, host)

type Extension = {
  total: number
  endsAt: string
  clientSecret: string
  paymentIntentId: string
  bookingId: string | null
  card?: { brand: string; last4: string } | null
  needsAction?: boolean
  declined?: string
}

const price = (guest: Person, { id }: { id: string }, hours = 1) =>
  guest.call<Extension>('extend-booking', { bookingId: id, hours })

async function open(guest: Person, booked: { id: string }, hours = 1) {
  const { body } = await price(guest, booked, hours)
  return guest.call<Extension>('extend-booking', {
    bookingId: booked.id,
    hours,
    total: body.total ?? 0,
  })
}

async function pay(guest: Person, { clientSecret, paymentIntentId }: Extension) {
  await market.pay(clientSecret)
  return guest.call<{ status: string; bookingId: string }>('confirm-booking', { paymentIntentId })
}

/**
 * Books two hours, then moves the booking in the database. It has started, ends at a full hour and
 * still runs for at least ten minutes. `buffer` is in minutes.
 */
async function inside({ buffer = 0, ...options }: { buffer?: number; price?: number } = {}) {
  const space = await market.space(host, options)
  await sql`update public.spaces set buffer_minutes = ${buffer} where id = ${space.id}`
  const booked = await changes.book({ space })
  const [moved] = await sql<[{ start_time: Date }]>`
    with moved as (
      update public.bookings
      set start_time = date_trunc('hour', now() + interval '10 minutes') - interval '1 hour',
        end_time = date_trunc('hour', now() + interval '10 minutes') + interval '1 hour'
      where id = ${booked.id} returning *
    ),
    payment as (
      update public.payments set start_time = moved.start_time, end_time = moved.end_time
      from moved where payments.booking_id = moved.id
    )
    update public.space_availability
    set start_time = moved.start_time, end_time = moved.end_time,
      buffered_until = case when ${buffer} > 0
        then moved.end_time + ${buffer} * interval '1 minute' end
    from moved where space_availability.booking_id = moved.id
    returning moved.start_time`
  return { ...booked, startsAt: moved.start_time } satisfies Changing
}

/**
 * Blocks the space of a booking. `from` and `until` are in minutes after the start of the booking.
 */
const block = ({ space, startsAt }: Changing, from: number, until: number) => sql`
  select public.take_slot(${space.id}, ${new Date(startsAt.getTime() + from * minuteMs)},
    ${new Date(startsAt.getTime() + until * minuteMs)}, 'blackout')`

test('extending a running booking creates a new booking with its own charge and no buffer between the two bookings', async () => {
  const booked = await inside({ buffer: 60 })
  const opened = await open(booked.guest, booked)
  expect(opened.body).toMatchObject({ total: 110, bookingId: null })
  expect(await open(booked.guest, booked)).toMatchObject({
    body: { paymentIntentId: opened.body.paymentIntentId },
  })
  expect(await changes.state(booked)).toMatchObject({ slots: ['booking 0-2'] })
  const { body } = await pay(booked.guest, opened.body)
  expect(body.status).toBe('confirmed')
  const [extension] = await sql`
    select extends_booking_id, total_price::int as total,
      start_time = ${new Date(booked.startsAt.getTime() + 7_200_000)} as follows
    from public.bookings where id = ${body.bookingId}`
  expect(extension).toEqual({ extends_booking_id: booked.id, total: 110, follows: true })
  const rows = await sql`
    select (extract(epoch from coalesce(buffered_until, end_time) - start_time) / 3600)::int as hours
    from public.space_availability
    where space_id = ${booked.space.id} and active order by start_time`
  expect(rows.map(({ hours }) => hours)).toEqual([2, 2])
  expect(await books.payout({ id: body.bookingId } as never)).toMatchObject({ share: 9_000 })
  expect(await books.mailsTo(booked.guest)).toContain('booking-extended')
  expect((await price(booked.guest, booked)).body).toMatchObject({ code: 'not_extendable' })

  await sql`
    update public.bookings set start_time = now() - interval '1 minute' where id = ${body.bookingId}`
  const next = await open(booked.guest, { id: body.bookingId })
  expect((await pay(booked.guest, next.body)).body.status).toBe('confirmed')
  await books.agree()
})

test('a booking and its extension are one calendar entry, whose sequence rises when the extension is booked and cancelled', async () => {
  const booked = await inside()
  const entry = async () => {
    const [row] = await sql`
      select data -> 'calendar' as calendar, data ? 'street_address' as has_address
      from public.outgoing_mails where user_id = ${booked.guest.id}
      order by created_at desc limit 1`
    const { id, ends_at, sequence, is_cancelled } = row!['calendar'] as Record<string, string>
    expect({ id, is_cancelled, has_address: row!['has_address'] as boolean }).toEqual({
      id: booked.id,
      is_cancelled: false,
      has_address: true,
    })
    return { hours: hoursBetween(booked.startsAt, ends_at!), sequence }
  }
  const { body: opened } = await open(booked.guest, booked)
  const { body: paid } = await pay(booked.guest, opened)
  expect(await entry()).toEqual({ hours: 3, sequence: 1 })
  await books.cancel({ ...booked, id: paid.bookingId })
  expect(await entry()).toEqual({ hours: 2, sequence: 2 })
})

test('a booking cannot be extended before its start, after its end, by other users or blocked guests, or into a taken hour', async () => {
  const booked = await inside()
  await sql`insert into public.user_blocks (user_id, blocked_id)
    values (${host.id}, ${booked.guest.id})`
  expect((await price(booked.guest, booked)).body.code).toBe('not_extendable')
  await sql`delete from public.user_blocks`
  const early = await changes.book({ startsAt: inDays(3) })
  expect((await price(early.guest, early)).body.code).toBe('not_extendable')
  expect((await price(host, booked)).body.code).toBe('booking_not_found')
  await sql`
    update public.bookings set end_time = now() where id = ${booked.id}`
  expect((await price(booked.guest, booked)).body.code).toBe('not_extendable')

  const blocked = await inside()
  await block(blocked, 180, 240)
  expect((await price(blocked.guest, blocked, 1)).status).toBe(200)
  expect((await price(blocked.guest, blocked, 2)).body.code).toBe('slot_taken')
})

test("an extension must leave the host's buffer free, and the maximum duration applies to booking and extension together", async () => {
  const booked = await inside({ buffer: 30 })
  await block(booked, 195, 240)
  expect((await price(booked.guest, booked)).body.code).toBe('slot_taken')
  const long = await inside()
  await sql`update public.spaces set maximum_hours = 3 where id = ${long.space.id}`
  expect((await price(long.guest, long, 1)).status).toBe(200)
  expect((await price(long.guest, long, 2)).body.code).toBe('too_long')
})

test('an extension must end by midnight if the next day is closed', async () => {
  const booked = await inside()
  const hour = booked.startsAt.getUTCHours()
  // Chooses a time zone in which the booking starts at 12:00 or later.
  const timeZone = hour < 12 ? 'Etc/GMT-12' : 'UTC'
  const hoursUntilMidnight = 24 - (12 + (hour % 12)) - 2
  const closed = new Date(booked.startsAt.getTime() + dayMs).toISOString().slice(0, 10)
  await sql`update public.spaces set time_zone = ${timeZone} where id = ${booked.space.id}`
  await sql`
    insert into public.space_date_exceptions (space_id, date) values (${booked.space.id}, ${closed})`
  for (const hours of [1, 6, 12])
    expect((await price(booked.guest, booked, hours)).body.code).toBe(
      hours > hoursUntilMidnight ? 'ends_too_late' : undefined,
    )
})

test('if an extension and another guest’s checkout of the next hour are concurrent, only one gets the hour', async () => {
  for (let round = 0; round < 4; round += 1) {
    const booked = await inside()
    await sql`
      insert into public.space_opening_hours (space_id, weekday, first_start, last_start)
      select ${booked.space.id}, weekday, 0, 23 from generate_series(0, 6) as weekday`
    const rival = await market.person('rival')
    const next = new Date(booked.startsAt.getTime() + 7_200_000)
    const [extended, taken] = await Promise.all([
      open(booked.guest, booked),
      market.checkout(rival, booked.space, next),
    ])
    expect([extended, taken].filter(({ status }) => status === 200)).toHaveLength(1)
    const lost = extended.status === 200 ? taken : extended
    expect(lost.body.code).toBe('slot_taken')
  }
})

test('the hold of an unpaid extension is released when it expires, and the booking keeps its buffer', async () => {
  const booked = await inside({ buffer: 30 })
  const { body } = await open(booked.guest, booked)
  await sql`
    update public.space_availability set expires_at = now() - interval '1 second'
    where kind = 'hold' and space_id = ${booked.space.id}`
  await changes.runJob()
  expect((await market.pay(body.clientSecret)).status).toBe(400)
  const rows = await sql`
    select kind, buffered_until - end_time = interval '30 minutes' as buffered
    from public.space_availability where space_id = ${booked.space.id} and active`
  expect([...rows]).toEqual([{ kind: 'booking', buffered: true }])
})

test('an extension is refunded in full if its time was blocked during the payment', async () => {
  const booked = await inside({ buffer: 30 })
  const { body } = await open(booked.guest, booked)
  await sql`
    update public.space_availability set active = false
    where kind = 'hold' and space_id = ${booked.space.id}`
  await block(booked, 150, 240)
  expect((await pay(booked.guest, body)).body.status).toBe('refunded')
  await books.agree()
  const [row] = await sql`
    select buffered_until - end_time = interval '30 minutes' as buffered
    from public.space_availability where booking_id = ${booked.id} and active`
  expect(row).toEqual({ buffered: true })
})

test('an extension is refunded in full if an admin cancelled the booking during the payment', async () => {
  const booked = await inside()
  const { body } = await open(booked.guest, booked)
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const cancelled = await admin.call('cancel-as-admin', {
    bookingId: booked.id,
    reason: 'goodwill',
    refundMinor: 22_000,
  })
  expect(cancelled.status).toBe(200)
  expect((await pay(booked.guest, body)).body.status).toBe('refunded')
  expect([
    ...(await sql`select id from public.bookings where extends_booking_id = ${booked.id}`),
  ]).toEqual([])
  await books.agree()
})

test('an extension that is paid after its end is refunded in full, and the booking keeps its buffer', async () => {
  const booked = await inside({ buffer: 30 })
  const { body } = await open(booked.guest, booked)
  await sql`
    update public.payments set start_time = start_time - interval '3 hours',
      end_time = end_time - interval '3 hours'
    where stripe_payment_intent_id = ${body.paymentIntentId}`
  expect((await pay(booked.guest, body)).body.status).toBe('refunded')
  const rows = await sql`
    select kind, buffered_until - end_time = interval '30 minutes' as buffered
    from public.space_availability where space_id = ${booked.space.id} and active`
  expect([...rows]).toEqual([{ kind: 'booking', buffered: true }])
  await books.agree()
})

test('a cancelled extension gives the extended booking its buffer back', async () => {
  const booked = await inside({ buffer: 60 })
  const opened = await open(booked.guest, booked)
  const { body } = await pay(booked.guest, opened.body)
  const answer = await booked.guest.call('cancel-booking', { bookingId: body.bookingId })
  expect(answer.status).toBe(200)
  const rows = await sql`
    select booking_id, buffered_until - end_time = interval '1 hour' as buffered
    from public.space_availability where space_id = ${booked.space.id} and active`
  expect([...rows]).toEqual([{ booking_id: booked.id, buffered: true }])
})

test("repeated webhooks and the guest's confirmation book an extension only once", async () => {
  const booked = await inside()
  const { body } = await open(booked.guest, booked, 2)
  await market.server.stripe.control('webhooks', { mode: 'hold' })
  await market.pay(body.clientSecret)
  await market.server.stripe.control('webhooks/flush', { order: 'reverse', times: 3 })
  await market.server.stripe.control('webhooks', { mode: 'on' })
  await booked.guest.call('confirm-booking', { paymentIntentId: body.paymentIntentId })
  const rows = await sql`
    select (extract(epoch from end_time - start_time) / 3600)::int as hours
    from public.bookings where extends_booking_id = ${booked.id}`
  expect([...rows]).toEqual([{ hours: 2 }])
  await books.agree()
})

async function saveCard(guest: Person) {
  const space = await market.space(host)
  const { body } = await market.checkout(guest, space, inDays(4))
  expect(
    await guest.call('save-card', { paymentIntentId: body.paymentIntentId, keep: true }),
  ).toMatchObject({ status: 200 })
  await market.pay(body.clientSecret)
  await guest.call('confirm-booking', { paymentIntentId: body.paymentIntentId })
}

const tap = (guest: Person, { id }: { id: string }) =>
  guest.call<Extension>('extend-booking', {
    bookingId: id,
    hours: 1,
    total: 110,
    withSavedCard: true,
  })

test('a saved card pays for an extension, and two concurrent requests create only one extension', async () => {
  const booked = await inside()
  expect((await price(booked.guest, booked)).body.card).toBeNull()
  await saveCard(booked.guest)
  expect((await price(booked.guest, booked)).body.card).toEqual({ brand: 'visa', last4: '4242' })
  const answers = await Promise.all([tap(booked.guest, booked), tap(booked.guest, booked)])
  expect(answers.map(({ body }) => body.bookingId ?? body.code)).toContainEqual(expect.any(String))
  await market.webhooksDelivered()
  const rows = await sql`
    select from public.bookings where extends_booking_id = ${booked.id} and status = 'confirmed'`
  expect(rows).toHaveLength(1)
  await books.agree()
})

test('save-card rejects the payment of another user, and a guest who has removed the saved card pays for an extension in the payment form', async () => {
  const booked = await inside()
  const stranger = await market.person('stranger')
  const { body } = await market.checkout(booked.guest, await market.space(host), inDays(4))
  expect(
    await stranger.call('save-card', { paymentIntentId: body.paymentIntentId, keep: true }),
  ).toMatchObject({ status: 404 })
  await saveCard(booked.guest)
  await booked.guest.call('save-card', { remove: true })
  expect((await price(booked.guest, booked)).body.card).toBeNull()
  const answer = await tap(booked.guest, booked)
  expect(answer.body).toMatchObject({ bookingId: null, clientSecret: expect.any(String) })
})

test('removing saved cards removes all of them, not only the ten of the first page', async () => {
  const guest = await market.person('collector')
  for (let card = 0; card < 11; card += 1) await saveCard(guest)
  const [row] = await sql`
    select stripe_customer_id as id from public.payment_customers where user_id = ${guest.id}`
  const cards = () =>
    market.stripe.customers.listPaymentMethods(row!['id'], { limit: 100 }).then(({ data }) => data)
  expect(await cards()).toHaveLength(11)
  await guest.call('save-card', { remove: true })
  expect(await cards()).toEqual([])
})

test('an extension with a declined saved card can be paid with another card', async () => {
  const booked = await inside()
  await saveCard(booked.guest)
  const intercepted = interceptStripe('/confirm', async () =>
    Response.json(
      { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
      { status: 402 },
    ),
  )
  const { body } = await tap(booked.guest, booked)
  intercepted.mockRestore()
  expect(body).toMatchObject({ bookingId: null, declined: 'Your card was declined.' })
  expect((await pay(booked.guest, body)).body.status).toBe('confirmed')
  await books.agree()
})

test('a checkout of the time after a running booking gets its own payment, not the open payment of an extension', async () => {
  const booked = await inside()
  await sql`
    insert into public.space_opening_hours (space_id, weekday, first_start, last_start)
    select ${booked.space.id}, weekday, 0, 23 from generate_series(0, 6) as weekday`
  const extension = await open(booked.guest, booked)
  const { body } = await market.checkout(
    booked.guest,
    booked.space,
    new Date(booked.startsAt.getTime() + 7_200_000),
  )
  expect(body.paymentIntentId).not.toBe(extension.body.paymentIntentId)
  await market.pay(body.clientSecret)
  const confirmed = await booked.guest.call<{ bookingId: string }>('confirm-booking', {
    paymentIntentId: body.paymentIntentId,
  })
  const [booking] = await sql`
    select extends_booking_id, status from public.bookings where id = ${confirmed.body.bookingId}`
  expect(booking).toEqual({ extends_booking_id: null, status: 'confirmed' })
  expect(await market.stripe.paymentIntents.retrieve(extension.body.paymentIntentId)).toMatchObject(
    { status: 'canceled' },
  )
  await books.agree()
})

test('a host who cancels an extension can keep its time blocked, and the block replaces the buffer of the booking', async () => {
  const booked = await inside({ buffer: 30 })
  const opened = await open(booked.guest, booked)
  const { body } = await pay(booked.guest, opened.body)
  const cancelled = await host.call('cancel-as-host', {
    bookingId: body.bookingId,
    reason: 'emergency',
    keepBlocked: true,
  })
  expect(cancelled.status).toBe(200)
  const rows = await sql`
    select kind, (extract(epoch from upper(during) - lower(during)) / 60)::int as minutes
    from public.space_availability where space_id = ${booked.space.id} and active
    order by start_time`
  expect([...rows]).toEqual([
    { kind: 'booking', minutes: 120 },
    { kind: 'blackout', minutes: 60 },
  ])
  await books.agree()
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quoteHours } from '@hourspace/domain/fees.ts'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person
let other: Person

beforeAll(async () => {
  market = await openMarket({ jobs: false })
})

// Uses new users for each test, because a guest can have only five holds.
beforeEach(async () => {
  ;[host, guest, other] = (await Promise.all(
    ['host', 'guest', 'other'].map((name) => market.person(name)),
  )) as [Person, Person, Person]
})

afterAll(() => market.server.stop())

function asHost(run: (sql: typeof market.server.sql) => Promise<unknown>) {
  return market.server.sql.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims',
      ${JSON.stringify({ sub: host.id, role: 'authenticated', aal: 'aal1' })}, true)`
    await sql`set local role authenticated`
    return run(sql as never)
  })
}

const setRules = (space: Space, rules: Record<string, unknown>) =>
  asHost((sql) => sql`select public.set_booking_rules(${space.id}, ${sql.json(rules as never)})`)

const block = (space: Space, from: Date, until: Date) =>
  asHost((sql) => sql`select public.block_time(${space.id}, ${from}, ${until})`)

/**
 * Returns the number of checkouts that hold their slot, and the number that failed with each error
 * code.
 */
function outcomesOf(answers: { status: number; body: { code?: string } }[]) {
  const counts: Record<string, number> = {}
  for (const { body } of answers) {
    const outcome = body.code ?? 'held'
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

const evenings = (price: number) =>
  weekdays.map((weekday) => ({ weekday, from_hour: 18, to_hour: 24, price }))

describe('prices', () => {
  test('a checkout with evening prices and a length discount charges the discounted total, and the booking stores each price line', async () => {
    const space = await market.space(host)
    await setRules(space, {
      price_rules: evenings(150),
      length_discounts: [
        { minimum_hours: 3, percentage: 10 },
        { minimum_hours: 6, percentage: 30 },
      ],
    })
    const wrong = await market.checkout(guest, space, inDays(5, 16), 4)
    expect(wrong).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })

    const price = quoteHours([100, 100, 150, 150], 'USD', { discountPercentage: 10 })
    expect(price.rentalMinor).toBe(45_000)
    const { status, body } = await market.checkout(guest, space, inDays(5, 16), 4, { amount: 450 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ rental: 450, total: 495 })
    await market.pay(body.clientSecret)
    const { body: confirmed } = await guest.call<{ bookingId: string }>('confirm-booking', {
      paymentIntentId: body.paymentIntentId,
    })
    const [booking] = await market.server.sql`
      select rental_amount::float8, total_price::float8, price_lines
      from public.bookings where id = ${confirmed.bookingId}`
    expect(booking).toEqual({
      rental_amount: 450,
      total_price: 495,
      price_lines: [
        { price: 100, hours: 2, amount: 200 },
        { price: 150, hours: 2, amount: 300 },
        { percentage: 10, amount: -50 },
      ],
    })
  })

  test('begin_checkout rejects the old price of an hour after the host has changed this price', async () => {
    const space = await market.space(host)
    const quoted = market.server.sql.json(quoteHours([100], 'USD'))
    await setRules(space, { price_rules: evenings(150) })
    const begin = (hour: number) => market.server.sql`
      select public.begin_checkout(${space.id}, ${guest.id}, ${inDays(5, hour)},
        ${inDays(5, hour + 1)}, ${quoted})`
    await expect(begin(18)).rejects.toMatchObject({ code: 'PT409', detail: 'price_changed' })
    await expect(begin(17)).resolves.toHaveLength(1)
  })

  test('a checkout during a price change either uses the price that the guest saw or fails', async () => {
    const space = await market.space(host)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const [answer] = await Promise.all([
          market.checkout(guest, space, inDays(6 + index), 1),
          market.server.sql`update public.spaces set price = ${index % 2 ? 100 : 120}
            where id = ${space.id}`,
        ])
        return answer
      }),
    )
    const outcomes = answers.map(({ body }) => body.code ?? body.rental)
    expect([100, 'price_changed', 'amount_mismatch', 'too_many_holds']).toEqual(
      expect.arrayContaining(outcomes),
    )
  })
})

describe('buffers', () => {
  test('a booking cannot start in the buffer of an earlier booking, and its own buffer cannot reach into a later booking', async () => {
    const space = await market.space(host)
    await setRules(space, { buffer_minutes: 90 })
    await market.book(guest, space, inDays(3, 10), 2)
    for (const hour of [12, 13]) {
      expect(await market.checkout(other, space, inDays(3, hour))).toMatchObject({
        status: 409,
        body: { code: 'slot_taken' },
      })
    }
    // Expects a rejection, because the buffer of this booking would overlap the booking at 10:00.
    expect(await market.checkout(other, space, inDays(3, 9))).toMatchObject({ status: 409 })
    expect(await market.checkout(other, space, inDays(3, 14))).toMatchObject({ status: 200 })
  })

  test('if two adjacent slots of a space with a buffer are checked out concurrently, only one checkout succeeds', async () => {
    const space = await market.space(host)
    await setRules(space, { buffer_minutes: 30 })
    const guests = await market.people('neighbour', 6)
    const answers = await Promise.all(
      guests.map((each, index) => market.checkout(each, space, inDays(4, 10 + (index % 2)))),
    )
    expect(outcomesOf(answers)).toEqual({ held: 1, slot_taken: 5 })
  })

  test('changing the buffer of a space does not change existing bookings', async () => {
    const space = await market.space(host)
    await setRules(space, { buffer_minutes: 60 })
    const id = await market.book(guest, space, inDays(3, 10))
    await setRules(space, { buffer_minutes: 0 })
    const [row] = await market.server.sql`
      select bookings.buffer_minutes, taken.buffered_until
      from public.bookings join public.space_availability taken on taken.booking_id = bookings.id
      where bookings.id = ${id}`
    expect(row).toEqual({ buffer_minutes: 60, buffered_until: inDays(3, 12) })
    expect((await market.checkout(other, space, inDays(3, 11))).body.code).toBe('slot_taken')
    expect((await market.checkout(other, space, inDays(3, 12))).status).toBe(200)
  })

  test('a paid checkout whose hold was released becomes a booking with the same slot and buffer', async () => {
    const space = await market.space(host)
    await setRules(space, { buffer_minutes: 60 })
    const { body } = await market.checkout(guest, space, inDays(3, 10))
    await market.server.sql`update public.space_availability set active = false
      where space_id = ${space.id}`
    await market.pay(body.clientSecret)
    await guest.call('confirm-booking', { paymentIntentId: body.paymentIntentId })
    const taken = await market.server.sql`
      select kind, buffered_until from public.space_availability
      where space_id = ${space.id} and active`
    expect([...taken]).toEqual([{ kind: 'booking', buffered_until: inDays(3, 12) }])
  })

  test("a host can block the time of a booking's buffer, and the block replaces the buffer", async () => {
    const space = await market.space(host)
    await setRules(space, { buffer_minutes: 60 })
    await market.book(guest, space, inDays(3, 10))
    await block(space, inDays(3, 11), inDays(3, 13))
    const taken = await market.server.sql`
      select kind, lower(during) as from, upper(during) as until from public.space_availability
      where space_id = ${space.id} and active order by start_time`
    expect([...taken]).toEqual([
      { kind: 'booking', from: inDays(3, 10), until: inDays(3, 11) },
      { kind: 'blackout', from: inDays(3, 11), until: inDays(3, 13) },
    ])
  })

  test("after a host unblocks the time of a hold's buffer, the hold has its buffer again", async () => {
    const space = await market.space(host)
    await setRules(space, { buffer_minutes: 60 })
    const { body } = await market.checkout(guest, space, inDays(3, 10))
    await block(space, inDays(3, 11), inDays(3, 13))
    await asHost(
      (sql) => sql`
        select public.unblock_times(${space.id},
          tstzmultirange(tstzrange(${inDays(3, 11)}, ${inDays(3, 13)})))`,
    )
    expect((await market.checkout(other, space, inDays(3, 11))).body.code).toBe('slot_taken')
    await market.pay(body.clientSecret)
    await guest.call('confirm-booking', { paymentIntentId: body.paymentIntentId })
    const taken = await market.server.sql`
      select kind, buffered_until from public.space_availability
      where space_id = ${space.id} and active`
    expect([...taken]).toEqual([{ kind: 'booking', buffered_until: inDays(3, 12) }])
  })
})

describe('rules', () => {
  const open = weekdays.map((weekday) => ({
    weekday,
    first_start: 7,
    last_start: 22,
    out_by: 24,
  }))

  test.each([
    ['outside_hours', 6, 1],
    ['ends_too_late', 22, 3],
    ['too_short', 10, 1],
    ['too_long', 10, 7],
  ])(
    'create-payment-intent returns %s for a booking that starts at %d:00 and lasts %d hours',
    async (code, hour, hours) => {
      const space = await market.space(host)
      await setRules(space, { opening_hours: open, minimum_hours: 2, maximum_hours: 6 })
      const start = inDays(5, hour)
      expect(await market.checkout(guest, space, start, hours)).toMatchObject({
        status: 400,
        body: { code },
      })
      expect(await market.checkout(guest, space, inDays(5, 22), 2)).toMatchObject({ status: 200 })
    },
  )

  test('create-payment-intent rejects a start within the lead time, beyond the horizon or on a closed date', async () => {
    const space = await market.space(host)
    const closed = inDays(9).toISOString().slice(0, 10)
    await setRules(space, {
      lead_hours: 72,
      horizon_days: 14,
      date_exceptions: [{ date: closed, first_start: null, last_start: null, out_by: null }],
    })
    const code = async (days: number) => (await market.checkout(guest, space, inDays(days))).body
    expect(await code(2)).toMatchObject({ code: 'too_soon' })
    expect(await code(16)).toMatchObject({
      code: 'too_far_ahead',
      error: 'Please select a date within the next 14 days',
    })
    expect(await code(9)).toMatchObject({
      code: 'outside_hours',
      error: 'The space is closed on this day',
    })
    expect((await market.checkout(guest, space, inDays(8))).status).toBe(200)
  })

  test('a booking must end by midnight if the next day is closed, unless the day of its start has its own “Leave by” time', async () => {
    const space = await market.space(host)
    const closed = inDays(9).toISOString().slice(0, 10)
    const exception = { date: closed, first_start: null, last_start: null, out_by: null }
    const code = async (day: number, hour: number, hours: number) =>
      (await market.checkout(guest, space, inDays(day, hour), hours)).body.code
    const freeStarts = async (hours: number) => {
      const day = inDays(8).toISOString().slice(0, 10)
      const slots = await market.server.sql`
        select hour from public.slots_of_days(${space.id}, ${day}, ${day}, ${hours})
        where state = 'free' order by hour`
      return slots.map(({ hour }) => hour)
    }
    await setRules(space, { date_exceptions: [exception] })
    expect(await code(8, 21, 12)).toBe('ends_too_late')
    expect(await code(8, 21, 4)).toBe('ends_too_late')
    expect(await freeStarts(12)).toEqual([9, 10, 11, 12])
    expect(await code(8, 21, 3)).toBeUndefined()
    expect(await code(7, 21, 12)).toBeUndefined()

    await setRules(space, {
      date_exceptions: [],
      opening_hours: [{ ...exception, weekday: inDays(9).getUTCDay() }],
    })
    expect(await code(8, 20, 12)).toBe('ends_too_late')
    await setRules(space, {
      opening_hours: [
        { ...exception, weekday: inDays(9).getUTCDay() },
        { weekday: inDays(8).getUTCDay(), first_start: 9, last_start: 21, out_by: 26 },
      ],
    })
    expect(await code(8, 20, 6)).toBeUndefined()
    expect(await code(8, 20, 7)).toBe('ends_too_late')
  })

  test('if a rule change and a checkout are concurrent, either the checkout holds its slot or the new rule rejects it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const space = await market.space(host)
        const [answer] = await Promise.all([
          market.checkout(guest, space, inDays(5), 1),
          setRules(space, { minimum_hours: 2 }),
        ])
        // Whichever of the two concurrent calls came first, the new rule applies to the next
        // checkout.
        const next = await market.checkout(other, space, inDays(7), 1)
        expect(next.body.code).toBe('too_short')
        return answer.status === 200 ? 'held' : answer.body.code
      }),
    )
    for (const outcome of outcomes)
      expect(['held', 'too_short', 'too_many_holds']).toContain(outcome)
  })

  test('if blocks and checkouts of the same time are concurrent, only one succeeds and none deadlocks', async () => {
    const guests = await market.people('racer', 8)
    for (const day of [5, 6, 7]) {
      const space = await market.space(host)
      const [blocked, ...answers] = await Promise.all([
        block(space, inDays(day, 9), inDays(day, 20)).then(
          () => 'blocked',
          (cause: { detail: string }) => cause.detail,
        ),
        ...guests.map((each) => market.checkout(each, space, inDays(day, 12), 2)),
      ])
      expect([
        { blocked: 'blocked', slot_taken: 8 },
        { blocked: 'slot_taken', held: 1, slot_taken: 7 },
      ]).toContainEqual({ blocked, ...outcomesOf(answers) })
    }
  })
})

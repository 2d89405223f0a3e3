import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, openMarket, type Person } from './market.ts'

const { totalMinor } = expectedAmounts(10_000)

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guests: Person[]

beforeAll(async () => {
  // Scheduled jobs are off, because they would cancel expired payments that a test pays later.
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  guests = await market.people('guest', 24)
})

afterAll(() => market.server.stop())

/** Returns the number of bookings of a space, and the number of overlapping pairs. */
async function outcomeOf(spaceId: string) {
  const [row] = await market.server.sql<{ bookings: number; overlaps: number }[]>`
    select
      (select count(*)::int from public.bookings where space_id = ${spaceId}) as bookings,
      (select count(*)::int from public.bookings a join public.bookings b
        on a.space_id = b.space_id and a.id < b.id
        and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)
        where a.space_id = ${spaceId}) as overlaps`
  return row
}

/** Returns the total charged for a space minus its refunds, in minor units. */
async function keptFrom(spaceId: string): Promise<number> {
  const { charges } = await market.server.stripe.state()
  const { data } = await market.stripe.paymentIntents.list({ limit: 100 })
  const intents = new Set(
    data.filter(({ metadata }) => metadata.space_id === spaceId).map(({ id }) => id),
  )
  return charges
    .filter(
      (charge: { payment_intent: string; status: string }) =>
        intents.has(charge.payment_intent) && charge.status === 'succeeded',
    )
    .reduce(
      (sum: number, charge: { amount: number; amount_refunded: number }) =>
        sum + charge.amount - charge.amount_refunded,
      0,
    )
}

async function booksAgree() {
  const { ledger, balance } = await market.money()
  expect(ledger).toEqual(balance)
}

test('of 24 concurrent checkouts of the same slot, one becomes a charged booking and 23 return slot_taken', async () => {
  const space = await market.space(host)
  const answers = await Promise.all(
    guests.map(async (guest) => {
      const opened = await market.checkout(guest, space, inDays(2))
      if (opened.status !== 200) return opened
      await market.pay(opened.body.clientSecret)
      return guest.call<{ status: string }>('confirm-booking', {
        clientSecret: opened.body.clientSecret,
      })
    }),
  )
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ status }) => status !== 200)
  expect(won.map(({ body }) => body)).toEqual([expect.objectContaining({ status: 'confirmed' })])
  expect(lost).toHaveLength(23)
  for (const { status, body } of lost) {
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: 'This time slot is not available', code: 'slot_taken' },
    })
  }
  await market.webhooksDelivered()
  expect(await outcomeOf(space.id)).toEqual({ bookings: 1, overlaps: 0 })
  expect(await keptFrom(space.id)).toBe(totalMinor)
  await booksAgree()
})

test('24 concurrent checkouts of overlapping times create no overlapping bookings and charge only guests with a booking', async () => {
  const space = await market.space(host)
  const wishes = guests.map((guest, index) => ({
    guest,
    startsAt: inDays(4, 9 + ((index * 7) % 12)),
    hours: 1 + ((index * 5) % 4),
  }))
  const answers = await Promise.all(
    wishes.map(async ({ guest, startsAt, hours }) => {
      const opened = await market.checkout(guest, space, startsAt, hours)
      if (opened.status !== 200) return { ...opened, hours: 0 }
      await market.pay(opened.body.clientSecret)
      const confirmed = await guest.call<{ status: string }>('confirm-booking', {
        clientSecret: opened.body.clientSecret,
      })
      return { ...confirmed, hours }
    }),
  )
  await market.webhooksDelivered()
  const won = answers.filter(({ status }) => status === 200)
  expect(
    new Set(answers.map(({ body }) => body.code ?? ('status' in body && body.status))),
  ).toEqual(new Set(['confirmed', 'slot_taken']))
  expect(await outcomeOf(space.id)).toEqual({ bookings: won.length, overlaps: 0 })
  const booked = won.reduce((sum, { hours }) => sum + hours, 0)
  expect(await keptFrom(space.id)).toBe(booked * totalMinor)
  await booksAgree()
})

test('of 24 concurrent payments for one slot without a hold, one becomes a booking and 23 are refunded', async () => {
  const space = await market.space(host)
  const opened = await Promise.all(
    guests.map(async (guest, index) => {
      const { body } = await market.checkout(
        guest,
        space,
        inDays(6 + (index % 10), 9 + Math.floor(index / 10)),
      )
      return { guest, clientSecret: body.clientSecret }
    }),
  )
  // Moves all payments to one slot in the database, because checkouts allow only one payment per
  // slot.
  await market.server.sql`
    update public.payments set start_time = ${inDays(6)}, end_time = ${inDays(6, 11)}
    where space_id = ${space.id}`
  await market.server.sql`
    update public.space_availability set active = false where space_id = ${space.id}`
  const statuses = await Promise.all(
    opened.map(async ({ guest, clientSecret }) => {
      await market.pay(clientSecret)
      const { body } = await guest.call<{ status: string }>('confirm-booking', { clientSecret })
      return body.status
    }),
  )
  await market.webhooksDelivered()
  await market.server.runJobs()
  const count = (status: string) => statuses.filter((it) => it === status).length
  expect([count('confirmed'), count('refunded')]).toEqual([1, 23])
  const refunds = await market.server.sql<{ status: string }[]>`
    select refunds.status from public.refunds join public.payments on payments.id = payment_id
    where space_id = ${space.id}`
  expect(refunds).toHaveLength(23)
  expect(refunds.every(({ status }) => status === 'succeeded')).toBe(true)
  expect(await outcomeOf(space.id)).toEqual({ bookings: 1, overlaps: 0 })
  expect(await keptFrom(space.id)).toBe(totalMinor)
  await booksAgree()
})

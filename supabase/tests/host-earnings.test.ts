import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addUser, addSpace, asUser, cancelBooking } from './records.ts'

let database: TestDatabase
let host: string
let guest: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await addUser(database.sql, 'host@example.com')
  guest = await addUser(database.sql, 'guest@example.com')
})

afterAll(() => database.drop())

const earningsOf = (person: string) =>
  asUser(database.sql, person, async (sql) => [
    ...(await sql`select currency, earned::float8, bookings::int from host_earnings`),
  ])

test('host_earnings sums the shares of confirmed bookings and excludes cancelled bookings', async () => {
  const { sql } = database
  const space = await addSpace(sql, host)
  await addBooking(sql, { guest, space, day: 1 })
  await addBooking(sql, { guest, space, day: 2 })
  await cancelBooking(sql, await addBooking(sql, { guest, space, day: 3 }))

  expect(await earningsOf(host)).toEqual([{ currency: 'USD', earned: 180, bookings: 2 }])
  expect(await earningsOf(guest)).toEqual([])
})

async function addPaidBooking(
  space: string,
  day: number,
  values: Record<string, unknown> = {},
  payout: Record<string, unknown> = {},
): Promise<string> {
  const { sql } = database
  const id = await addBooking(sql, { guest, space, day }, values)
  await sql`
    insert into payouts ${sql({
      booking_id: id,
      host_id: host,
      amount_minor: 9000,
      currency: 'USD',
      due_at: new Date(Date.UTC(2030, 0, day + 1, 11)),
      ...payout,
    })}`
  return id
}

test('monthly host earnings are the sums of rental, commission, refunds and host share per space and currency', async () => {
  const { sql } = database
  const other = await addUser(sql, 'other-host@example.com')
  const dollars = await addSpace(sql, host, { title: 'Dollars' })
  const euros = await addSpace(sql, host, { title: 'Euros', currency: 'EUR' })
  await addPaidBooking(dollars, 10)
  // Half of the rental was refunded under the cancellation policy.
  const half = await addPaidBooking(dollars, 11, {}, { amount_minor: 4500 })
  await cancelBooking(sql, half)
  // Fully refunded bookings earn nothing and are not counted.
  await cancelBooking(sql, await addPaidBooking(dollars, 12, {}, { amount_minor: 0 }))
  await addPaidBooking(euros, 13, { currency: 'EUR' }, { currency: 'EUR' })

  const months = await asUser(sql, host, async (own) => [
    ...(await own`
      select month::text, space_title, currency, bookings, rental::float8, commission::float8,
        returned::float8, earned::float8
      from host_monthly_earnings where space_id in (${dollars}, ${euros}) order by space_title`),
  ])
  const month = { month: '2030-01-01' }
  expect(months).toEqual([
    {
      ...month,
      space_title: 'Dollars',
      currency: 'USD',
      bookings: 2,
      rental: 200,
      commission: 20,
      returned: 45,
      earned: 135,
    },
    {
      ...month,
      space_title: 'Euros',
      currency: 'EUR',
      bookings: 1,
      rental: 100,
      commission: 10,
      returned: 0,
      earned: 90,
    },
  ])
  const none = await asUser(sql, other, (own) => own`select from host_earning_rows`)
  expect(none).toHaveLength(0)
})

test("host earnings count a booking in the month in which it ends in the space's time zone", async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { title: 'Tokyo' })
  await addPaidBooking(space, 1, {
    time_zone: 'Asia/Tokyo',
    start_time: '2030-01-31T14:00Z',
    end_time: '2030-01-31T16:00Z',
  })
  const [row] = await asUser(
    sql,
    host,
    (own) => own`
    select month::text from host_monthly_earnings where space_id = ${space}`,
  )
  expect(row).toEqual({ month: '2030-02-01' })
})

test('host earnings say of each payout whether Stripe has made a transfer', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { title: 'Transfers' })
  const paid = { status: 'paid', paid_at: new Date() }
  await addPaidBooking(space, 25, {}, { ...paid, withheld_minor: 9000 })
  await addPaidBooking(space, 26, {}, { ...paid, stripe_transfer_id: 'tr_earnings' })
  const rows = await asUser(
    sql,
    host,
    (own) => own`
    select has_transfer from host_earning_rows where space_id = ${space} order by start_time`,
  )
  expect([...rows]).toEqual([{ has_transfer: false }, { has_transfer: true }])
})

test('the payout status of host earnings is upcoming, in transit, on hold, paid or none', async () => {
  const { sql } = database
  const space = await addSpace(sql, host, { title: 'States' })
  const past = { start_time: '2026-01-05T10:00Z', end_time: '2026-01-05T11:00Z' }
  const states: [string, string][] = [
    ['upcoming', await addPaidBooking(space, 20)],
    ['in_transit', await addPaidBooking(space, 21, past)],
    ['on_hold', await addPaidBooking(space, 22, past, { frozen_at: new Date() })],
    ['paid', await addPaidBooking(space, 23, past, { status: 'paid', paid_at: new Date() })],
    ['none', await addPaidBooking(space, 24, past, { status: 'cancelled' })],
  ]
  const rows = await asUser(
    sql,
    host,
    (own) => own<{ id: string; state: string }[]>`
    select id, state from host_earning_rows where space_id = ${space}`,
  )
  expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual(
    Object.fromEntries(states.map(([state, id]) => [id, state])),
  )
})

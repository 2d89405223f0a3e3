import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addUser, addSpace, asUser, cancelBooking } from './records.ts'

let database: TestDatabase
let sql: postgres.Sql
let admin: string
let guest: string

function monthAgo(months: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}

const monthsAgo = (months: number) => monthAgo(months).toISOString().slice(0, 10)

/** Platform fee and host commission are each a tenth of the rental. */
const rows = [
  { months: 1, currency: 'USD', rental: 100 },
  { months: 1, currency: 'USD', rental: 50 },
  { months: 1, currency: 'USD', rental: 1000, status: 'cancelled' },
  { months: 2, currency: 'USD', rental: 100 },
  { months: 0, currency: 'USD', rental: 30 },
  { months: 14, currency: 'USD', rental: 20 },
  { months: 3, currency: 'JPY', rental: 5000 },
]

beforeAll(async () => {
  // Waits for the next month if the current month is about to end, because the views use the
  // database clock.
  const leftMs = monthAgo(-1).getTime() - Date.now()
  if (leftMs < 60_000) await sleep(leftMs)
  database = await createTestDatabase()
  sql = database.sql
  admin = await addUser(sql, 'admin@example.com')
  guest = await addUser(sql, 'guest@example.com')
  await sql`update profiles set is_admin = true where id = ${admin}`
  const space = await addSpace(sql, admin, { rating: 4 })
  await addSpace(sql, admin, { rating: 5, available: false })
  await addSpace(sql, admin)
  // A deleted account and its withdrawn space, which the statistics must not count.
  const departed = await addUser(sql, 'departed@example.com')
  await addSpace(sql, departed, { rating: 1, withdrawn_at: new Date() })
  await sql`update profiles set deleted_at = now() where id = ${departed}`
  for (const [index, row] of rows.entries()) await book(space, index, row)
}, 150_000)

afterAll(() => database.drop())

async function book(space: string, index: number, row: (typeof rows)[number]): Promise<void> {
  const { currency, rental, months, status } = row
  const created_at = `${monthsAgo(months)}T12:00:00Z`
  const id = await addBooking(
    sql,
    { guest, space, day: 1 + index, rental },
    { currency, created_at },
  )
  if (status === 'cancelled') await cancelBooking(sql, id)
}

const as = <Row extends object>(person: string, query: string) =>
  asUser(sql, person, async (transaction) => [...(await transaction.unsafe<Row[]>(query))])

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

test('total_platform_fees has a row for each of the last twelve months, even without bookings', async () => {
  const found = await as<{ month: Date; total_fees: string; total_bookings: string }>(
    admin,
    `select * from total_platform_fees where currency = 'USD' order by month desc limit 12`,
  )
  expect(found.map(({ month }) => dayOf(month))).toEqual(
    Array.from({ length: 12 }, (_, index) => monthsAgo(index)),
  )
  expect(found.map(({ total_fees }) => Number(total_fees))).toEqual([
    3, 15, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ])
  expect(found.map(({ total_bookings }) => Number(total_bookings))).toEqual([
    1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ])
})

test('total_platform_fees includes months older than a year and separates currencies', async () => {
  const found = await as<{ month: Date; currency: string; total_revenue: string }>(
    admin,
    'select * from total_platform_fees where total_bookings > 0 order by currency, month',
  )
  expect(
    found.map(({ month, currency, total_revenue }) => [dayOf(month), currency, +total_revenue]),
  ).toEqual([
    [monthsAgo(3), 'JPY', 5500],
    [monthsAgo(14), 'USD', 22],
    [monthsAgo(2), 'USD', 110],
    [monthsAgo(1), 'USD', 165],
    [monthsAgo(0), 'USD', 33],
  ])
})

test('platform_revenue excludes cancelled bookings and computes growth only from complete months', async () => {
  const found = await as<Record<string, string | null>>(
    admin,
    `select currency, total_revenue::float8, total_fees::float8, total_host_commission::float8,
       total_bookings::int, last_month_revenue::float8, month_before_revenue::float8,
       growth_percentage::float8
     from platform_revenue order by currency`,
  )
  expect(found).toEqual([
    {
      currency: 'JPY',
      total_revenue: 5500,
      total_fees: 500,
      total_host_commission: 500,
      total_bookings: 1,
      last_month_revenue: 0,
      month_before_revenue: 0,
      growth_percentage: null,
    },
    {
      currency: 'USD',
      total_revenue: 330,
      total_fees: 30,
      total_host_commission: 30,
      total_bookings: 5,
      last_month_revenue: 165,
      month_before_revenue: 110,
      growth_percentage: 50,
    },
  ])
})

test('platform_statistics counts bookings, spaces and users, and averages only the ratings of spaces with reviews', async () => {
  const [found] = await as<object>(
    admin,
    `select total_bookings::int, cancelled_bookings::int, available_spaces::int,
       total_spaces::int, average_rating::float8, rated_spaces::int, total_users::int
     from platform_statistics`,
  )
  expect(found).toEqual({
    total_bookings: 7,
    cancelled_bookings: 1,
    available_spaces: 2,
    total_spaces: 3,
    average_rating: 4.5,
    rated_spaces: 2,
    total_users: 2,
  })
  const types = await as<{ type: string; spaces: number }>(
    admin,
    `select type, spaces::int from platform_spaces_by_type where spaces > 0`,
  )
  expect(types).toEqual([{ type: 'studio', spaces: 3 }])
})

test.each([
  'total_platform_fees',
  'platform_revenue',
  'platform_statistics',
  'platform_spaces_by_type',
])('the view %s returns rows only to admins', async (view) => {
  expect(await as(guest, `select * from ${view}`)).toEqual([])
  expect(await as(admin, `select * from ${view}`)).not.toEqual([])
})

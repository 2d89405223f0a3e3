import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#launch/testing.ts'

let database: TestDatabase
let host: string
let guest: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await person('host@example.com')
  guest = await person('guest@example.com')
})

afterAll(() => database.drop())

async function person(email: string): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into auth.users (email) values (${email}) returning id`
  return row?.id ?? ''
}

const earningsOf = (userId: string) =>
  database.sql.begin(async (sql) => {
    const claims = JSON.stringify({ role: 'authenticated', sub: userId })
    await sql`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${claims}, true)`
    return [...(await sql`select currency, earned::float8, bookings::int from host_earnings`)]
  })

test('a host has earned the shares of bookings that stand; cancelled ones count for nothing', async () => {
  const { sql } = database
  const [space] = await sql<{ id: string }[]>`
    insert into spaces (user_id, title, description, type, price, location, country, capacity,
      amenities)
    values (${host}, 'Loft', 'Light', 'studio', 100, 'Tokyo', 'Japan', 4, '{Wi-Fi}') returning id`
  for (const day of [1, 2, 3])
    await sql`
      insert into bookings (user_id, space_id, start_time, end_time, currency, rental_amount,
        platform_fee_amount, total_price, host_commission_amount, host_share_amount,
        cancellation_policy, time_zone)
      values (${guest}, ${space?.id ?? ''}, ${new Date(Date.UTC(2030, 0, day, 10))},
        ${new Date(Date.UTC(2030, 0, day, 11))}, 'USD', 100, 10, 110, 10, 90, 'flexible', 'UTC')`
  await sql`update bookings set status = 'cancelled', cancelled_at = now()
    where start_time = ${new Date(Date.UTC(2030, 0, 3, 10))}`

  expect(await earningsOf(host)).toEqual([{ currency: 'USD', earned: 180, bookings: 2 }])
  expect(await earningsOf(guest)).toEqual([])
})

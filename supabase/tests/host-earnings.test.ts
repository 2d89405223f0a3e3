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

test('the earnings of a host sum the shares of confirmed bookings and exclude cancelled bookings', async () => {
  const { sql } = database
  const space = await addSpace(sql, host)
  await addBooking(sql, { guest, space, day: 1 })
  await addBooking(sql, { guest, space, day: 2 })
  await cancelBooking(sql, await addBooking(sql, { guest, space, day: 3 }))

  expect(await earningsOf(host)).toEqual([{ currency: 'USD', earned: 180, bookings: 2 }])
  expect(await earningsOf(guest)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { differingZones } from './time-zones.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  await sql`insert into auth.users (email) values ('host@example.com')`
  await sql`alter table spaces disable trigger complete_space`
  await sql`
    insert into spaces (user_id, title, description, type, price, location, country, capacity,
      amenities, time_zone)
    select profiles.id, zone, 'Light', 'studio', 40, zone, 'X', 4, '{Wi-Fi}', zone
    from profiles, unnest('{America/New_York,Asia/Kathmandu,Europe/Berlin}'::text[]) as zone`
})
afterAll(() => database.drop())

test('differingZones omits zones whose UTC offsets are equal in PostgreSQL and Node.js', async () => {
  expect(await differingZones(database.sql)).toEqual([])
})

test('differingZones returns a zone whose UTC offsets in PostgreSQL and Node.js differ at some time in the next two years', async () => {
  const inAYear = Date.now() + 365 * 86_400_000
  const offsetOf = (zone: string, at: Date) => {
    if (zone === 'Asia/Kathmandu') return 345
    return zone === 'Europe/Berlin' && at.getTime() > inAYear ? 90 : NaN
  }
  expect(await differingZones(database.sql, offsetOf)).toEqual([
    'America/New_York',
    'Europe/Berlin',
  ])
})

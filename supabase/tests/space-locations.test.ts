import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addUser, spaceOf } from './records.ts'

let database: TestDatabase
let host: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await addUser(database.sql, 'host@example.com')
})

afterAll(() => database.drop())

const listSpaces = (...locations: string[]) => database.sql`
  insert into spaces ${database.sql(locations.map((location) => spaceOf(host, { location })))}`

async function locations() {
  const rows = await database.sql<{ location: string; spaces: number }[]>`
    select location, spaces from space_locations order by location`
  return Object.fromEntries(rows.map(({ location, spaces }) => [location, spaces]))
}

test('space_locations has correct counts after spaces are inserted, moved, withdrawn and deleted', async () => {
  const { sql } = database
  await listSpaces('Tokyo', 'Osaka', 'Tokyo')
  expect(await locations()).toEqual({ Osaka: 1, Tokyo: 2 })

  await sql`update spaces set location = 'Kyoto' where location = 'Osaka'`
  expect(await locations()).toEqual({ Kyoto: 1, Tokyo: 2 })

  await sql`update spaces set price = 90`
  await sql`delete from spaces where id = (select id from spaces where location = 'Tokyo' limit 1)`
  expect(await locations()).toEqual({ Kyoto: 1, Tokyo: 1 })

  await sql`update spaces set withdrawn_at = now() where location = 'Kyoto'`
  expect(await locations()).toEqual({ Tokyo: 1 })

  await sql`delete from spaces`
  expect(await locations()).toEqual({})
})

test('concurrent changes to spaces in the same locations cause neither a deadlock nor a wrong count in space_locations', async () => {
  const both = Array.from({ length: 24 }, (_, turn) =>
    turn % 2 === 0 ? listSpaces('Paris', 'Lyon') : listSpaces('Lyon', 'Paris'),
  )
  await Promise.all(both)
  expect(await locations()).toEqual({ Lyon: 24, Paris: 24 })
  await Promise.all([
    database.sql`delete from spaces where location = 'Lyon'`,
    ...both.map(() => listSpaces('Lyon')),
  ])
  const [counted] = await database.sql`select count(*)::int from spaces where location = 'Lyon'`
  expect((await locations())['Lyon']).toBe(counted?.['count'])
})

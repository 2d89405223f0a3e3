import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { Lanes } from '#backend/platform/lanes.ts'

let database: TestDatabase
let lanes: Lanes
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`create table marks (name text)`
  lanes = new Lanes(database.url, { fetch_types: false, onnotice: () => {} }, 2)
})
afterAll(async () => {
  await lanes.close()
  await database.drop()
})

const marks = async () => (await database.sql`select name from marks`).map((row) => row['name'])

test('commits what succeeds and rolls back what throws', async () => {
  await lanes.transaction((sql) => sql`insert into marks values ('kept')`)
  const failed = lanes.transaction(async (sql) => {
    await sql`insert into marks values ('undone')`
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await marks()).toEqual(['kept'])
})

test('a session that ends in a transaction fails it whole, and the lane goes on', async () => {
  const cut = lanes.transaction(async (sql) => {
    await sql`insert into marks values ('before')`
    const [session] = await sql`select pg_backend_pid() as pid`
    await database.sql`select pg_terminate_backend(${session?.['pid'] as number})`
    await expect
      .poll(async () => {
        const [row] = await sql`select pg_backend_pid() as pid`.catch(() => [])
        return row?.['pid'] !== undefined && row['pid'] !== session?.['pid']
      })
      .toBe(true)
    // The driver has opened another session by now; nothing may be written there.
    await sql`insert into marks values ('outside')`.catch(() => {})
  })
  await expect(cut).rejects.toThrow('lost in a transaction')
  expect(await marks()).toEqual(['kept'])
  await lanes.transaction((sql) => sql`insert into marks values ('after')`)
  expect(await marks()).toEqual(['kept', 'after'])
})

test('more work than lanes waits its turn', async () => {
  const pids = await Promise.all(
    Array.from({ length: 6 }, () =>
      lanes.transaction((sql) => sql`select pg_backend_pid() as pid`),
    ),
  )
  expect(new Set(pids.map(([row]) => row?.['pid'] as number)).size).toBeLessThanOrEqual(2)
})

import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#backend/platform/caller.ts'
import { Database } from '#backend/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  database = new Database(own.url, {
    poolSize: 1,
    statementTimeoutMs: 8000,
    visitorStatementTimeoutMs: 3000,
    searchPath: ['public'],
  })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const callers: Caller[] = ['anon', 'authenticated'].map((role) => ({
  role,
  userId: null,
  claims: { role },
  claimsJson: JSON.stringify({ role }),
}))

test('a database connection prepares a repeated SQL statement only once per role', async () => {
  const text = `select 'planned for a role' as marked`
  for (let round = 0; round < 3; round++) {
    for (const caller of callers) await database.batchAsCaller(caller, [{ text, values: [] }])
  }
  const [rows] = await database.batchAsCaller(callers[0]!, [
    {
      text: 'select name from pg_prepared_statements where statement = $1',
      values: [text],
    },
  ])
  expect(rows).toHaveLength(callers.length)
})

test('a batch of statements with invalid values fails without affecting the next batch on its connection', async () => {
  const caller = callers[0]!
  const run = (value: unknown) =>
    database.batchAsCaller(caller, [{ text: 'select $1::text', values: [value as string] }])
  const [bad, good] = await Promise.allSettled([run({}), run('mine')])
  expect(bad.status).toBe('rejected')
  expect(good).toMatchObject({ status: 'fulfilled' })
  const [rows] = await run('again')
  expect(rows?.[0]?.[0]?.toString()).toBe('again')
})

test('if all connections run slow statements, a read shares the connection whose statement has run for less than a second', async () => {
  const two = new Database(own.url, {
    poolSize: 2,
    statementTimeoutMs: 8000,
    visitorStatementTimeoutMs: 3000,
    searchPath: ['public'],
  })
  const run = (text: string) => two.batchAsCaller(callers[1]!, [{ text, values: [] }])
  const long = run('select pg_sleep(7)').then(
    () => 'long',
    () => 'cancelled',
  )
  await setTimeout(1_200)
  // These two statements share the second connection, which then has more statements than the
  // first.
  const short = [run('select pg_sleep(0.4)'), run('select pg_sleep(0.4)')]
  await setTimeout(100)
  const read = run('select 1').then(() => 'read')
  expect(await Promise.race([long, read])).toBe('read')
  await Promise.all(short)
  await own.sql`select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`
  expect(await long).toBe('cancelled')
  await two.close()
})

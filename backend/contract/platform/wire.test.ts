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

test('each role that shares a connection has a plan of its own for one text', async () => {
  const text = `select 'planned for a role' as marked`
  for (let round = 0; round < 3; round++) {
    for (const caller of callers) await database.queryTexts(caller, [{ text, values: [] }])
  }
  const [rows] = await database.queryTexts(callers[0]!, [
    {
      text: 'select name from pg_prepared_statements where statement = $1',
      values: [text],
    },
  ])
  expect(rows).toHaveLength(callers.length)
})

test('a batch that cannot be written fails alone, and every answer goes to its own request', async () => {
  const caller = callers[0]!
  const ask = (value: unknown) =>
    database.queryTexts(caller, [{ text: 'select $1::text', values: [value as string] }])
  const [bad, good] = await Promise.allSettled([ask({}), ask('mine')])
  expect(bad.status).toBe('rejected')
  expect(good).toMatchObject({ status: 'fulfilled' })
  const [rows] = await ask('mine again')
  expect(rows?.[0]?.[0]?.toString()).toBe('mine again')
})

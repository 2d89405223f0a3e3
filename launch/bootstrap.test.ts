import { afterAll, beforeAll, expect, test } from 'vitest'
import { people, personId } from '@hourspace/supabase/seed/people.ts'
import { startBackendProcess } from './testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // Simulates a restored dump with a renamed demo account and without a record of the seed.
  await database.sql`insert into auth.users (id, email)
    values (${personId(people[0]!.name)}, 'renamed@example.com')`
})
afterAll(() => database.drop())

test('a start with NODE_ENV=production refuses a database with demo accounts', async () => {
  const variables = { NODE_ENV: 'production' }
  await expect(startBackendProcess(database.url, variables)).rejects.toThrow(
    /✗ The database contains the demo accounts, whose password is public: set .+\./,
  )
})

test('a production start with SANDBOX=1 accepts a database with demo accounts', async () => {
  const variables = { NODE_ENV: 'production', SANDBOX: '1' }
  const backend = await startBackendProcess(database.url, variables)
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200)
  await backend.interrupt()
})

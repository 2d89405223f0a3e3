import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'
import {
  spawnTestServer,
  startTestServer,
  type InProcessServer,
  type SpawnedServer,
} from './server.ts'

test('a test database is migrated, and its changes are invisible to other test databases', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await one.sql`create table only_here (id int)`
  const tables = (sql: typeof one.sql) =>
    sql`select 1 from pg_class where relname = 'only_here'`.then((rows) => rows.length)
  expect(await tables(one.sql)).toBe(1)
  expect(await tables(other.sql)).toBe(0)
  expect(await other.sql`select * from space_types`.catch(() => undefined)).toBeDefined()
  await Promise.all([one.drop(), other.drop()])
})

describe('startTestServer', () => {
  let server: InProcessServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  test('a test server in this process listens on its port and signs users up', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    const client = createClient(server.url, server.anonKey, { auth: { persistSession: false } })
    const { data, error } = await client.auth.signUp({
      email: 'guest@example.com',
      password: 'long enough',
    })
    expect(error).toBeNull()
    const rows = await server.sql`select id from auth.users`
    expect(rows.map((row) => row.id)).toEqual([data.user?.id])
  })

  test('the Stripe fake of a test server has a clock that tests can move forward', async () => {
    const later = new Date(Date.now() + 48 * 3_600_000)
    await server.stripe.moveClockTo(later)
    expect((await server.stripe.now()).getTime()).toBeGreaterThanOrEqual(later.getTime())
  })
})

describe('spawnTestServer', () => {
  let server: SpawnedServer
  beforeAll(async () => {
    server = await spawnTestServer()
  })
  afterAll(() => server.stop())

  test('a spawned test server can be killed and started again on the same data', async () => {
    await server.sql`create table created_before_kill (id int)`
    await server.kill()
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')
    await server.start()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await server.sql`select * from created_before_kill`).toEqual([])
  })
})

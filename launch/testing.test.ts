import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestDatabase,
  spawnWorld,
  startWorld,
  type InProcessWorld,
  type SpawnedWorld,
} from './testing.ts'

test('a test database is migrated, and its changes are its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await one.sql`create table only_here (id int)`
  const tables = (sql: typeof one.sql) =>
    sql`select 1 from pg_class where relname = 'only_here'`.then((rows) => rows.length)
  expect(await tables(one.sql)).toBe(1)
  expect(await tables(other.sql)).toBe(0)
  expect(await other.sql`select * from space_types`.catch(() => undefined)).toBeDefined()
  await Promise.all([one.drop(), other.drop()])
})

describe('a world in this process', () => {
  let world: InProcessWorld
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.stop())

  test('answers on its port and signs people up', async () => {
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
    const client = createClient(world.url, world.anonKey, { auth: { persistSession: false } })
    const { data, error } = await client.auth.signUp({
      email: 'guest@example.com',
      password: 'long enough',
    })
    expect(error).toBeNull()
    const rows = await world.sql`select id from auth.users`
    expect(rows.map((row) => row.id)).toEqual([data.user?.id])
  })

  test('has a Stripe whose clock can be moved', async () => {
    const later = new Date(Date.now() + 48 * 3_600_000)
    await world.stripe.moveClockTo(later)
    expect((await world.stripe.now()).getTime()).toBeGreaterThanOrEqual(later.getTime())
  })
})

describe('a world of its own process', () => {
  let world: SpawnedWorld
  beforeAll(async () => {
    world = await spawnWorld()
  })
  afterAll(() => world.stop())

  test('can be killed and started again on the same data', async () => {
    await world.sql`create table before_the_end (id int)`
    await world.kill()
    await expect(fetch(`${world.url}/healthz`)).rejects.toThrow('fetch failed')
    await world.start()
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
    expect(await world.sql`select * from before_the_end`).toEqual([])
  })
})

import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { administer, testDatabaseUrl } from './testing/database.ts'

const name = 'managed_by_somebody'
const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))
const roles = 'anon, authenticated, service_role, authenticator, supabase_admin'
let databaseUrl: string

/** A database as providers hand them out: its owner makes roles and is no superuser. */
beforeAll(async () => {
  await administer(async (admin) => {
    await admin.unsafe(`create role ${name} login password 'secret' createrole bypassrls`)
    // What PostgreSQL gives whoever makes roles, which this run's cluster has already.
    await admin.unsafe(`grant ${roles} to ${name} with admin true, inherit false, set false`)
    await admin.unsafe(`create database ${name} owner ${name}`)
  })
  const url = new URL(testDatabaseUrl(name))
  url.username = name
  url.password = 'secret'
  databaseUrl = url.href
})

afterAll(() =>
  administer(async (admin) => {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    // What it has granted belongs to it, to its membership among others.
    await admin.unsafe(`drop owned by ${name} cascade`)
    await admin.unsafe(`drop role ${name}`)
  }),
)

test('an owner who is no superuser sets everything up and enters the role of requests', async () => {
  expect(await migrate({ databaseUrl, supabaseDir })).toBeGreaterThan(40)
  const sql = postgres(databaseUrl, { max: 1, connection: { role: 'authenticator' } })
  try {
    const [row] = await sql`select current_user as me, set_config('role', 'anon', true) as caller`
    expect(row).toEqual({ me: 'authenticator', caller: 'anon' })
  } finally {
    await sql.end()
  }
})

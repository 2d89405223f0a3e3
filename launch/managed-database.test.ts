import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { administer, testDatabaseUrl } from './testing/database.ts'

const name = 'managed_owner'
const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))
const roles = 'anon, authenticated, service_role, authenticator, supabase_admin'
const filesToApply = ['backend/sql', 'supabase/migrations'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url)),
).length
let databaseUrl: string

/** Creates a database as in a managed service: its owner has CREATEROLE but is not a superuser. */
beforeAll(async () => {
  await administer(async (admin) => {
    await admin.unsafe(`create role ${name} login password 'secret' createrole bypassrls`)
    // In a managed service, the owner becomes a member of the roles by creating them. In this
    // cluster, the roles already exist, so the test grants the memberships.
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
    // Removes the objects and grants of the role, because they would prevent `drop role`.
    await admin.unsafe(`drop owned by ${name} cascade`)
    await admin.unsafe(`drop role ${name}`)
  }),
)

test('after migrate runs, a database owner who is not a superuser can switch to the roles authenticator and anon', async () => {
  expect(await migrate({ databaseUrl, supabaseDir })).toHaveLength(filesToApply)
  const sql = postgres(databaseUrl, { max: 1, connection: { role: 'authenticator' } })
  try {
    const [row] = await sql`select current_user as me, set_config('role', 'anon', true) as caller`
    expect(row).toEqual({ me: 'authenticator', caller: 'anon' })
  } finally {
    await sql.end()
  }
})

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

/** A managed database: its owner has CREATEROLE and is no superuser. */
beforeAll(async () => {
  await administer(async (admin) => {
    await admin.unsafe(`create role ${name} login password 'secret' createrole bypassrls`)
    // PostgreSQL grants these to the creator of a role; in this cluster the roles exist already.
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
    // Includes the grants that it has made, memberships among them.
    await admin.unsafe(`drop owned by ${name} cascade`)
    await admin.unsafe(`drop role ${name}`)
  }),
)

test('migrate sets up a database whose owner is no superuser, and the owner can switch to the role of requests', async () => {
  expect(await migrate({ databaseUrl, supabaseDir })).toBe(filesToApply)
  const sql = postgres(databaseUrl, { max: 1, connection: { role: 'authenticator' } })
  try {
    const [row] = await sql`select current_user as me, set_config('role', 'anon', true) as caller`
    expect(row).toEqual({ me: 'authenticator', caller: 'anon' })
  } finally {
    await sql.end()
  }
})

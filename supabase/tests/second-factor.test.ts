import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'

const host = '00000000-0000-4000-8000-000000000001'
const spaceId = '00000000-0000-4000-8000-000000000010'
const otherSpaceId = '00000000-0000-4000-8000-000000000011'
const bookingId = '00000000-0000-4000-8000-000000000020'
const sessionId = '00000000-0000-4000-8000-000000000040'

let database: TestDatabase
let sql: postgres.Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  await writeFixture()
})

afterAll(() => database.drop())

const newSpace = `insert into spaces (title, description, type, price, currency, location, country,
    capacity, amenities, user_id)
  values ('T', 'D', 'studio', 10, 'USD', 'Tokyo', 'Japan', 1, '{Wi-Fi}', '${host}')`

const writes: [name: string, statement: string][] = [
  ["changing the user's own name", `update profiles set full_name = 'X' where id = '${host}'`],
  ['listing a space', newSpace],
  ['setting the price of a space', `update spaces set price = 0 where id = '${spaceId}'`],
  ['deleting a space', `delete from spaces where id = '${spaceId}'`],
  ['adding a space type', `insert into space_types (name, label) values ('roof', 'Roof')`],
  ['reviewing a booking', `select save_review('${bookingId}', '{"rating": 5}')`],
  [
    'uploading a file',
    `insert into storage.objects (bucket_id, name, owner_id) values ('spaces', 'b', '${host}')`,
  ],
  ['replacing a file', `update storage.objects set version = '2' where name = 'a'`],
  ['deleting a file', `delete from storage.objects where name = 'a'`],
  ['ending the newsletter subscription', 'select unsubscribe_from_newsletter()'],
]

test.each(writes)('%s requires the second factor if the user has one', async (_name, statement) => {
  expect(await attempt(statement, 'aal1')).toBe('refused')
  expect(await attempt(statement, 'aal2')).toBe(1)
})

test('a user without a second factor can write in an aal1 session', async () => {
  await sql.begin(async (transaction) => {
    await transaction`delete from auth.mfa_factors`
    for (const [, statement] of writes)
      expect(await attempt(statement, 'aal1', transaction)).toBe(1)
    await transaction`insert into auth.mfa_factors ${transaction(factor)}`
  })
})

test('is_admin() returns false at aal1 if the platform requires a second factor for admins', async () => {
  await sql.begin(async (transaction) => {
    await transaction`update profiles set is_admin = true where id = ${host}`
    await transaction`delete from auth.mfa_factors`
    const admin = (aal: 'aal1' | 'aal2') => attempt('select where is_admin()', aal, transaction)
    expect(await admin('aal1')).toBe(1)
    await transaction`update platform_settings set second_factor_required = true`
    expect(await admin('aal1')).toBe('refused')
    expect(await admin('aal2')).toBe(1)
    for (const [, statement] of writes)
      expect(await attempt(statement, 'aal1', transaction)).toBe(1)
    await transaction`update platform_settings set second_factor_required = false`
    await transaction`update profiles set is_admin = false where id = ${host}`
    await transaction`insert into auth.mfa_factors ${transaction(factor)}`
  })
})

test('admin rights require the second factor if the admin has one', async () => {
  await sql`update profiles set is_admin = true where id = ${host}`
  expect(await attempt('select where is_admin()', 'aal1')).toBe('refused')
  expect(await attempt('select where is_admin()', 'aal2')).toBe(1)
  await sql`update profiles set is_admin = false where id = ${host}`
})

test('every table that users may write has restrictive policies for the second factor', async () => {
  const unguarded = await sql<{ name: string }[]>`
    with policies as (
      select format('%I.%I', schemaname, tablename)::regclass as relation, command, permissive,
        concat(qual, with_check) as condition
      from pg_policies, unnest(array['INSERT', 'UPDATE', 'DELETE']) as command
      where cmd in (command, 'ALL') and roles && '{public,authenticated}'
    )
    select distinct relation || ' ' || command as name from policies as open
    where permissive = 'PERMISSIVE' and (
      has_table_privilege('authenticated', relation, command)
      or command <> 'DELETE' and has_any_column_privilege('authenticated', relation, command)
    ) and not exists (
      select from policies as guard
      where guard.relation = open.relation and guard.command = open.command
        and guard.permissive = 'RESTRICTIVE' and guard.condition like '%has_required_aal%'
    )`
  expect(unguarded.map(({ name }) => name)).toEqual([])
})

/**
 * Runs a statement as the host and rolls it back. Returns the number of rows, or 'refused' if it
 * fails or affects no row.
 */
async function attempt(
  statement: string,
  aal: 'aal1' | 'aal2',
  connection: postgres.Sql | postgres.TransactionSql = sql,
): Promise<number | 'refused'> {
  const rollback = Symbol('rollback')
  let outcome: number | 'refused' = 'refused'
  const claims = JSON.stringify({ role: 'authenticated', sub: host, session_id: sessionId, aal })
  const run = async (transaction: postgres.TransactionSql) => {
    await transaction`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${claims}, true)`
    const { count } = await transaction.unsafe(statement)
    outcome = count === 0 ? 'refused' : count
    throw rollback
  }
  const done = 'savepoint' in connection ? connection.savepoint(run) : connection.begin(run)
  await done.catch((error: unknown) => {
    // A refusal has the code 42501 (insufficient_privilege) or PT403 (raised by require_aal).
    const code = (error as { code?: string }).code ?? ''
    if (error !== rollback && !['42501', 'PT403'].includes(code)) throw error
  })
  return outcome
}

const factor = {
  id: '00000000-0000-4000-8000-000000000030',
  user_id: host,
  factor_type: 'totp',
  status: 'verified',
  created_at: new Date(),
  updated_at: new Date(),
  secret: 'JBSWY3DPEHPK3PXP',
}

async function writeFixture() {
  const [other] = await sql<{ id: string }[]>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'other@example.com')
    returning id`
  await sql`
    insert into auth.users (id, email, email_confirmed_at, confirmation_sent_at)
    values (${host}, 'host@example.com', now(), now())`
  await sql`insert into auth.sessions (id, user_id) values (${sessionId}, ${host})`
  await sql`insert into auth.mfa_factors ${sql(factor)}`
  for (const [id, owner] of [
    [spaceId, host],
    [otherSpaceId, other!.id],
  ] as const) {
    await sql`
      insert into spaces (id, user_id, title, description, type, price, currency, location,
        country, capacity, amenities, time_zone)
      values (${id}, ${owner}, 'Loft', 'Light', 'studio', 100, 'USD', 'Tokyo', 'Japan', 4,
        '{Wi-Fi}', 'Asia/Tokyo')`
  }
  await sql`
    insert into bookings (id, user_id, space_id, start_time, end_time, currency, rental_amount,
      platform_fee_percentage, platform_fee_amount, total_price, host_commission_percentage,
      host_commission_amount, host_share_amount, cancellation_policy, time_zone)
    values (${bookingId}, ${host}, ${otherSpaceId}, now() - interval '2 days',
      now() - interval '2 days' + interval '1 hour', 'USD', 100, 10, 10, 110, 10, 10, 90,
      'flexible', 'Asia/Tokyo')`
  await sql`insert into storage.objects (bucket_id, name, owner_id) values ('spaces', 'a', ${host})`
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMarket } from './market.ts'
import { clientOf, member } from './member.ts'

let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  market = await openMarket({ backend: { auth: { rateLimits: false } }, jobs: false })
})
afterAll(() => market.server.stop())

/**
 * Signs in an anonymous user, and moves the user's sign-up and last visit `days` days into the
 * past.
 */
async function anonymousSince(days: number) {
  const client = clientOf(market)
  const { data, error } = await client.auth.signInAnonymously()
  if (error || !data.user) throw error ?? new Error('no anonymous user')
  await age(data.user.id, days)
  return { client, id: data.user.id }
}

async function age(id: string, days: number): Promise<void> {
  const { sql } = market.server
  const then = sql`now() - make_interval(days => ${days})`
  await sql`update auth.users set created_at = ${then}, last_sign_in_at = ${then} where id = ${id}`
  await sql`update auth.sessions set created_at = ${then}, updated_at = ${then}
    where user_id = ${id}`
}

const run = async () => (await market.postAsServer('delete-inactive-anonymous-users', {})).body

const left = async (...ids: string[]) => {
  const rows = await market.server.sql<{ id: string }[]>`
    select id from auth.users where id = any(${ids})`
  return new Set(rows.map(({ id }) => id))
}

test('delete-inactive-anonymous-users deletes anonymous users who have been inactive for a month, with their sessions, and keeps all other users', async () => {
  const gone = await anonymousSince(31)
  const recent = await anonymousSince(29)
  const returned = await anonymousSince(31)
  await returned.client.auth.refreshSession()
  const became = await anonymousSince(31)
  const email = `${crypto.randomUUID()}@example.com`
  await became.client.auth.updateUser({ email })
  const person = await member(market, 'old')
  await age(person.id, 400)

  expect(await run()).toEqual({ removed: 1 })
  const all = [gone, recent, returned, became, person].map(({ id }) => id)
  expect(await left(...all)).toEqual(new Set(all.slice(1)))
  const sessions = await market.server.sql`select from auth.sessions where user_id = ${gone.id}`
  expect(sessions).toHaveLength(0)
  expect(await run()).toEqual({ removed: 0 })
})

test('delete-inactive-anonymous-users keeps anonymous users who have a file or a profile', async () => {
  const { sql } = market.server
  const [withFile, withProfile] = [await anonymousSince(31), await anonymousSince(31)]
  await sql`
    insert into storage.objects (bucket_id, name, owner_id, version, metadata)
    values ('spaces', 'left.png', ${withFile.id}, gen_random_uuid()::text, '{}')`
  await sql`insert into public.profiles (id) values (${withProfile.id})`
  expect(await run()).toEqual({ removed: 0 })
  expect((await left(withFile.id, withProfile.id)).size).toBe(2)
})

test('delete-inactive-anonymous-users skips a user whose row is locked and deletes this user in the next run', async () => {
  const { sql } = market.server
  await sql`
    insert into auth.users (id, is_anonymous, created_at)
    select gen_random_uuid(), true, now() - interval '40 days' from generate_series(1, 450)`
  const [busy] = await sql<{ id: string }[]>`
    select id from auth.users where is_anonymous and last_sign_in_at is null limit 1`
  await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${busy!.id} for update`
    expect(await run()).toEqual({ removed: 449 })
  })
  expect(await run()).toEqual({ removed: 1 })
})

test('delete-inactive-anonymous-users rejects callers without the service role', async () => {
  const { client } = await anonymousSince(0)
  const { error } = await client.functions.invoke('delete-inactive-anonymous-users', { body: {} })
  expect(error).not.toBeNull()
})

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDays, openMarket } from './market.ts'
import { member, onePixel, pair, password, settleAndPay } from './member.ts'

type Member = Awaited<ReturnType<typeof member>>

let market: Awaited<ReturnType<typeof openMarket>>

beforeAll(async () => {
  market = await openMarket()
})

afterAll(() => market.server.stop())

test('five concurrent deletion requests and a later repeated request delete an account only once', async () => {
  const person = await member(market, 'member')
  const answers = await Promise.all(Array.from({ length: 5 }, () => person.deleteAccount()))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  for (const { status } of answers) {
    expect([200, 401, 403]).toContain(status)
  }
  expect(await person.deleteAccount()).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
  const rows = await market.server.sql`
    select from public.account_deletions where user_id = ${person.id}`
  expect(rows).toHaveLength(1)
})

test('the access token of a deleted account cannot change data, upload files or check out', async () => {
  const { guest, host, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(10))
  await settleAndPay(market, bookingId)
  expect(await host.deleteAccount()).toMatchObject({ status: 200 })

  const ghost = createClient(market.server.url, market.server.anonKey, {
    accessToken: () => Promise.resolve(host.token),
  })
  const renamed = await ghost.from('profiles').update({ full_name: 'Back' }).eq('id', host.id)
  expect(renamed.error).not.toBeNull()
  const listed = await ghost.from('spaces').insert({
    title: 'T',
    description: 'D',
    type: 'studio',
    price: 1,
    location: 'Tokyo',
    country: 'Japan',
    capacity: 1,
    amenities: ['Wi-Fi'],
  })
  expect(listed.error?.message).toBe('This account has been deleted')
  await ghost.from('spaces').update({ available: true }).eq('id', space.id)
  expect(
    await market.server.sql`select available from public.spaces where id = ${space.id}`,
  ).toEqual([{ available: false }])
  const stored = await ghost.storage
    .from('profile-images')
    .upload(`${host.id}-2.png`, onePixel, { contentType: 'image/png' })
  expect(stored.error).not.toBeNull()
  // Other users cannot book the deleted host's space. The host's old access token cannot check out,
  // because the auth API no longer knows its user.
  const other = await member(market, 'other')
  expect((await market.checkout(other, space, inDays(11))).body.code).toBe('space_unavailable')
  const elsewhere = await market.space(other)
  expect((await market.checkout(market.personOf(host.id), elsewhere, inDays(11))).body.code).toBe(
    'not_signed_in',
  )
})

test.each([
  ['a sign-in', ({ email, client }: Member) => client.auth.signInWithPassword({ email, password })],
  [
    'a change of email and password',
    ({ client }: Member) =>
      client.auth.updateUser({
        email: `${crypto.randomUUID()}@example.com`,
        password: 'come back!',
        current_password: password,
      }),
  ],
])(
  '%s in flight during the account deletion fails, and the account stays deleted',
  async (_, ask) => {
    const { sql } = market.server
    const person = await member(market, 'revenant')
    let asked: ReturnType<typeof ask> | undefined
    await sql.begin(async (tx) => {
      await tx`select from auth.users where id = ${person.id} for update`
      asked = ask(person)
      await expect.poll(() => waitingForUsers()).toBe(true)
      await tx`select public.erase_account(${person.id})`
    })
    expect((await asked)?.error).not.toBeNull()
    expect(await sql`select from auth.sessions where user_id = ${person.id}`).toHaveLength(0)
    const [left] = await sql`
    select email, encrypted_password, raw_user_meta_data from auth.users where id = ${person.id}`
    expect(left).toEqual({ email: null, encrypted_password: null, raw_user_meta_data: {} })
  },
)

async function waitingForUsers(): Promise<boolean> {
  const waiting = await market.server.sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ 'auth.users|open_session'`
  return waiting.length > 0
}

test("a checkout and a concurrent deletion of the guest's account never both succeed", async () => {
  const guests = await Promise.all(Array.from({ length: 4 }, (_, n) => member(market, `racer${n}`)))
  const host = await market.person('host')
  const space = await market.space(host)
  const outcomes = await Promise.all(
    guests.map(async (guest, n) => {
      const [opened, left] = await Promise.all([
        market.checkout(guest, space, inDays(20 + n)),
        guest.deleteAccount(),
      ])
      return { opened: opened.status, left: left.status }
    }),
  )
  expect(outcomes.filter(({ opened, left }) => opened === 200 && left === 200)).toEqual([])
})

test('a checkout that waits for the deletion of the host account returns space_not_found', async () => {
  const { sql } = market.server
  const { guest, host, space } = await pair(market)
  let asked: ReturnType<typeof market.checkout> | undefined
  await sql.begin(async (tx) => {
    await tx`select public.erase_account(${host.id})`
    asked = market.checkout(guest, space, inDays(12))
    const waiting = () => sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ 'begin_checkout'`
    await expect.poll(waiting, { interval: 10 }).toHaveLength(1)
  })
  expect(await asked).toMatchObject({ status: 404, body: { code: 'space_not_found' } })
})

test('checkouts never fail with 500 while their host deletes the account', async () => {
  const hosts = await Promise.all(Array.from({ length: 4 }, (_, n) => member(market, `leaver${n}`)))
  const guests = await market.people('guest', 3)
  const answers = await Promise.all(
    hosts.map(async (host) => {
      const space = await market.space(host)
      const [, ...opened] = await Promise.all([
        host.deleteAccount(),
        ...guests.map((guest, hour) => market.checkout(guest, space, inDays(13, 10 + hour))),
      ])
      return opened.map(({ status, body }) => (status === 200 ? 'held' : body.code))
    }),
  )
  for (const answer of answers.flat())
    expect(['held', 'space_not_found', 'space_unavailable']).toContain(answer)
})

test('a status check of the payout account and a concurrent account deletion do not deadlock', async () => {
  const { sql } = market.server
  const host = await market.person('host')
  const { body } = await host.call<{ accountId: string }>('stripe-account', { action: 'create' })
  const [read] = await sql<{ number: string }[]>`
    select public.begin_host_account_read(${body.accountId}) as number`
  const waitsFor = async (name: string) => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query ~ ${name} and pid <> pg_backend_pid()`
    return waiting.length
  }
  let both: Promise<unknown>[] = []
  // Locks a row that record_host_account and erase_account both lock last. A call that waits for
  // this row already holds all its other locks. Releases the row once both calls wait.
  await sql.begin(async (transaction) => {
    await transaction`
      select from public.host_account_reads where host_id = ${host.id} for update`
    const recorded = sql`
      select public.record_host_account(${body.accountId}, true, ${read!.number})`.execute()
    await expect.poll(() => waitsFor('record_host_account')).toBe(1)
    const erased = sql`select public.erase_account(${host.id})`.execute()
    await expect.poll(() => waitsFor('erase_account')).toBe(1)
    both = [recorded, erased]
  })
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

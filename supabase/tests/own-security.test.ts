import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type InProcessServer } from '@hourspace/launch/testing/server.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const password = 'long enough for this'

function newClient(userAgent = 'Test') {
  return createClient(server.url, server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'User-Agent': userAgent } },
  })
}

async function newUser() {
  const email = `p${crypto.randomUUID()}@example.com`
  const client = newClient('Firefox')
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.user) throw error ?? new Error('no user')
  return { client, email, id: data.user.id }
}

async function signInAgain(email: string) {
  const client = newClient('Safari')
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

async function withFactor() {
  const person = await newUser()
  // Marks the email as verified, which is required to enroll a factor.
  await server.sql`
    update auth.users set confirmation_sent_at = email_confirmed_at where id = ${person.id}`
  const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp' })
  const code = TOTP.generate({ secret: Secret.fromBase32(data!.totp!.secret) })
  const { error } = await person.client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })
  if (error) throw error
  return person
}

type Session = { id: string; user_agent: string; aal: string; is_current: boolean }

const sessionsOf = async (client: SupabaseClient) =>
  (await client.rpc('my_sessions')).data as Session[]

/** Starts an email and a phone change for each user. */
async function startChanges(ids: string[]) {
  await server.sql`
    update auth.users set email_change = 'new@example.com', phone_change = '15005550100'
    where id = any (${ids}::uuid[])`
  await server.sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    select id, token_type, gen_random_uuid(), 'new@example.com'
    from unnest(${ids}::uuid[]) as id,
      unnest(enum_range(null::auth.one_time_token_type)) as token_type`
  expect(await pendingChanges(ids)).toEqual(ids.map(() => bothChanges))
}

const bothChanges = { email_change: 'new@example.com', phone_change: '15005550100', codes: 3 }

const pendingChanges = (ids: string[]) => server.sql`
  select email_change, phone_change, (
    select count(*)::int from auth.one_time_tokens
    where user_id = users.id and token_type::text like '%change%') as codes
  from auth.users where id = any (${ids}::uuid[])
  order by array_position(${ids}::uuid[], id)`

describe('sessions of a user', () => {
  test('my_sessions returns the current session of the caller first, and no session of another user', async () => {
    const { client, email } = await newUser()
    await signInAgain(email)
    await newUser()
    expect(await sessionsOf(client)).toMatchObject([
      { user_agent: 'Firefox', is_current: true, aal: 'aal1' },
      { user_agent: 'Safari', is_current: false, aal: 'aal1' },
    ])
  })

  test('end_session revokes another session of the caller', async () => {
    const { client, email } = await newUser()
    const otherClient = await signInAgain(email)
    const [, other] = await sessionsOf(client)
    expect((await client.rpc('end_session', { p_session_id: other!.id })).error).toBeNull()
    expect((await otherClient.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await otherClient.auth.refreshSession()).error).not.toBeNull()
    expect(await sessionsOf(client)).toHaveLength(1)
  })

  test('end_session cancels pending identity links of the caller, but not those of other users', async () => {
    const { client, email, id } = await newUser()
    const otherUser = await newUser()
    await signInAgain(email)
    await server.sql`
      insert into auth.flow_state (provider_type, authentication_method, linking_target_id)
      select 'google', 'oauth', unnest(${[id, otherUser.id]}::uuid[])`
    const [, other] = await sessionsOf(client)
    expect((await client.rpc('end_session', { p_session_id: other!.id })).error).toBeNull()
    const left = await server.sql`
      select linking_target_id as user_id from auth.flow_state
      where linking_target_id in (${id}, ${otherUser.id})`
    expect(left).toEqual([{ user_id: otherUser.id }])
  })

  test('end_session cancels pending email and phone changes of the caller, but not those of other users', async () => {
    const { client, email, id } = await newUser()
    const otherUser = await newUser()
    await signInAgain(email)
    const both = [id, otherUser.id]
    await startChanges(both)
    const [, other] = await sessionsOf(client)
    expect((await client.rpc('end_session', { p_session_id: other!.id })).error).toBeNull()
    const none = { email_change: '', phone_change: '', codes: 0 }
    expect(await pendingChanges(both)).toEqual([none, bothChanges])
  })

  test('cancel_email_change cancels the pending email change of the caller, but not their phone change and not those of other users', async () => {
    const { client, id } = await newUser()
    const otherUser = await newUser()
    const both = [id, otherUser.id]
    await startChanges(both)
    expect((await client.rpc('cancel_email_change')).error).toBeNull()
    const phoneChange = { email_change: '', phone_change: '15005550100', codes: 1 }
    expect(await pendingChanges(both)).toEqual([phoneChange, bothChanges])
  })

  test("end_session rejects the current session and another user's session", async () => {
    const { client } = await newUser()
    const otherUser = await newUser()
    const [mine] = await sessionsOf(client)
    const [theirs] = await sessionsOf(otherUser.client)
    const end = async (id: string) =>
      (await client.rpc('end_session', { p_session_id: id })).error?.details
    expect(await end(mine!.id)).toBe('current_session')
    expect(await end(theirs!.id)).toBe('session_not_found')
    expect((await otherUser.client.auth.getUser()).error).toBeNull()
  })
})

describe('security events of a user', () => {
  type Event = { id: string; action: string; facts: object; ip: string | null }

  test("my_security_events returns pages of the caller's events, newest first, without gaps or duplicates", async () => {
    const { client, id } = await newUser()
    // Some events have the same time, so that a page can end between two of them.
    await server.sql`
      insert into auth.audit_log_entries (payload, created_at, ip_address)
      select json_build_object('actor_id', ${id}::text, 'action', 'login',
          'traits', json_build_object('user_agent', 'Safari', 'provider', n::text)),
        '2030-01-01'::timestamptz + n / 2 * interval '1 second', '192.0.2.1'
      from generate_series(1, 7) n`
    await server.sql`
      insert into auth.audit_log_entries (payload)
      values (json_build_object('actor_id', ${id}::text, 'action', 'token_refreshed')),
        (json_build_object('actor_id', gen_random_uuid(), 'action', 'login'))`
    const seen: Event[] = []
    for (let page = 0; page < 5; page += 1) {
      const before = seen.at(-1)?.id
      const { data } = await client.rpc('my_security_events', { p_before: before, p_limit: 2 })
      seen.push(...(data as Event[]))
    }
    const logins = seen.filter(({ ip }) => ip === '192.0.2.1')
    expect(logins).toHaveLength(7)
    expect(new Set(seen.map(({ id: event }) => event)).size).toBe(seen.length)
    expect(logins.at(-1)).toMatchObject({ user_agent: 'Safari', facts: { provider: '1' } })
    expect(seen.some(({ action }) => action === 'token_refreshed')).toBe(false)
  })

  test('my_security_events returns at most 50 events at once', async () => {
    const { client, id } = await newUser()
    await server.sql`
      insert into auth.audit_log_entries (payload)
      select json_build_object('actor_id', ${id}::text, 'action', 'login')
      from generate_series(1, 60)`
    const { data } = await client.rpc('my_security_events', { p_limit: 1000 })
    expect(data).toHaveLength(50)
  })
})

describe('a session that has not passed the second factor', () => {
  test("a session that has not passed the user's second factor reads no payouts, sessions or security events", async () => {
    const { client, email, id } = await withFactor()
    await server.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into payouts (booking_id, host_id, amount_minor, currency, due_at)
        values (gen_random_uuid(), ${id}, 100, 'USD', now())`
    })
    const intruder = await signInAgain(email)
    expect((await client.from('payouts').select('id')).data).toHaveLength(1)
    expect((await intruder.from('payouts').select('id')).data).toEqual([])
    for (const name of ['my_sessions', 'my_security_events']) {
      expect((await client.rpc(name)).error).toBeNull()
      expect((await intruder.rpc(name)).error?.details).toBe('second_factor_needed')
    }
    const { error } = await intruder.rpc('end_session', { p_session_id: crypto.randomUUID() })
    expect(error?.details).toBe('second_factor_needed')
    const cancelling = await intruder.rpc('cancel_email_change')
    expect(cancelling.error?.details).toBe('second_factor_needed')
  })

  test("a session that has not passed the user's second factor reads no account deletion blockers", async () => {
    const { client, email } = await withFactor()
    const intruder = await signInAgain(email)
    expect((await client.rpc('my_account_deletion_blockers')).data).toEqual([])
    const { error } = await intruder.rpc('my_account_deletion_blockers')
    expect(error?.details).toBe('second_factor_needed')
  })

  test('a session of an admin has no admin rights until it passes the second factor', async () => {
    const { client, email, id } = await withFactor()
    await server.sql`update profiles set is_admin = true where id = ${id}`
    const intruder = await signInAgain(email)
    expect((await client.rpc('is_admin')).data).toBe(true)
    expect((await intruder.rpc('is_admin')).data).toBe(false)
  })

  test('the private tables have a restrictive select policy that requires the second factor of users who have one', async () => {
    const guarded = await server.sql<{ name: string }[]>`
      select tablename as name from pg_policies
      where schemaname = 'public' and permissive = 'RESTRICTIVE' and cmd = 'SELECT' and qual like '%has_required_aal%'`
    expect(guarded.map(({ name }) => name).toSorted()).toEqual([
      'bank_payouts',
      'booking_changes',
      'booking_problems',
      'bookings',
      'conversations',
      'guest_reviews',
      'host_accounts',
      'notifications',
      'payments',
      'payouts',
      'refunds',
      'space_addresses',
      'space_arrival_notes',
      'space_calendar_links',
      'space_calendars',
      'space_changes',
    ])
  })
})

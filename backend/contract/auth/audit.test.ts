import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { browsers, send } from './clients.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { appCode, enrolled, verifiedUser, withFactor } from './user-with-factor.ts'

type Entry = {
  action: string
  username: string
  address: string
  traits: Record<string, string | undefined>
}

describe.runIf(isOwnTarget)('audit log', () => {
  let world: MailTarget
  let strict: MailTarget
  beforeAll(async () => {
    world = await openMailTarget({ auth: { otp: { mailInterval: 0 } } })
    strict = await openMailTarget({
      auth: { enableEmailAutoconfirm: false, otp: { mailInterval: 0 } },
    })
  })
  afterAll(async () => {
    await world.target.close()
    await strict.target.close()
  })

  async function logOf(userId: string, { sql } = world): Promise<Entry[]> {
    return sql<Entry[]>`
      select payload ->> 'action' as action, payload ->> 'actor_username' as username,
        ip_address as address, payload -> 'traits' as traits
      from auth.audit_log_entries
      where payload ->> 'actor_id' = ${userId} or payload #>> '{traits,user_id}' = ${userId}
      order by created_at`
  }

  /** Runs `work` and returns the actions that were logged for the account while `work` ran. */
  async function during(userId: string, work: () => Promise<unknown>, of = world) {
    const before = (await logOf(userId, of)).length
    await work()
    return (await logOf(userId, of)).slice(before).map(({ action }) => action)
  }

  const admin = () => clientOf(world.target, world.target.serviceRoleKey).auth.admin

  test('a sign-up logs both the sign-up and the sign-in, each with user, IP address and browser', async () => {
    const email = newEmail()
    const caller = { userAgent: browsers.safari, address: '203.0.113.20' }
    const { body } = await send(world.target, '/signup', { email, password }, caller)
    const log = await logOf(body.user!.id)
    expect(log.map(({ action }) => action).toSorted()).toEqual(['login', 'user_signedup'])
    for (const entry of log) {
      expect(entry).toMatchObject({
        username: email,
        address: '203.0.113.20',
        traits: { user_agent: browsers.safari },
      })
    }
  })

  test('successful sign-ins, failed sign-ins and sign-outs are logged, and token refreshes are not', async () => {
    const { email, user } = await signedUp(world.target)
    const client = clientOf(world.target)
    const signIn = (secret: string) => client.auth.signInWithPassword({ email, password: secret })
    expect(await during(user.id, () => signIn('wrong one'))).toEqual(['login_failed'])
    expect(await during(user.id, () => signIn(password))).toEqual(['login'])
    expect(await during(user.id, () => client.auth.refreshSession())).toEqual([])
    expect(await during(user.id, () => client.auth.signOut())).toEqual(['logout'])
  })

  test('a failed sign-in to an unknown account is logged without the submitted email', async () => {
    const email = newEmail()
    await clientOf(world.target).auth.signInWithPassword({ email, password })
    const log = await logOf('00000000-0000-0000-0000-000000000000')
    expect(log.at(-1)).toMatchObject({ action: 'login_failed', username: '' })
    expect(JSON.stringify(log)).not.toContain(email)
  })

  test('repeated reuse of a rotated refresh token is logged as one token_revoked entry', async () => {
    const { user, session } = await signedUp(world.target)
    const refresh = (token: string) =>
      send(world.target, '/token?grant_type=refresh_token', { refresh_token: token })
    const second = await refresh(session.refresh_token)
    await refresh(second.body.refresh_token!)
    await world.sql`update auth.refresh_tokens set updated_at = now() - interval '1 minute'`
    const stolen = async () => {
      for (let time = 0; time < 3; time += 1) await refresh(session.refresh_token)
    }
    expect(await during(user.id, stolen)).toEqual(['token_revoked'])
  })

  test('changes to the password, email and metadata are logged', async () => {
    const { client, user } = await signedUp(world.target)
    const change = (changes: Parameters<typeof client.auth.updateUser>[0]) =>
      during(user.id, async () => {
        expect((await client.auth.updateUser(changes)).error).toBeNull()
      })
    expect(await change({ data: { name: 'Ada' } })).toEqual(['user_modified'])
    expect((await change({ password: 'another secret 2' })).toSorted()).toEqual([
      'user_modified',
      'user_updated_password',
    ])
    expect((await change({ email: newEmail() })).toSorted()).toEqual([
      'user_email_changed',
      'user_modified',
    ])
  })

  test('the audit log records requests for recovery, sign-in and reauthentication codes, and the sign-in with an email code', async () => {
    const { client, user, email } = await verifiedUser(world.target)
    const { auth } = clientOf(world.target)
    const asked = ['user_recovery_requested']
    expect(await during(user.id, () => auth.resetPasswordForEmail(email))).toEqual(asked)
    expect(await during(user.id, () => auth.signInWithOtp({ email }))).toEqual(asked)
    const { token } = (await world.lastMail(email)).email_data
    const verify = () => auth.verifyOtp({ type: 'email', email, token })
    expect(await during(user.id, verify)).toEqual(['login'])
    expect(await during(user.id, () => client.auth.reauthenticate())).toEqual([
      'user_reauthenticate_requested',
    ])
  })

  test('the sign-up of an account that needs email confirmation is logged when the user confirms the email', async () => {
    const email = newEmail()
    const { auth } = clientOf(strict.target)
    const { data } = await auth.signUp({ email, password })
    const { id } = data.user!
    expect((await logOf(id, strict)).map(({ action }) => action)).toEqual([
      'user_confirmation_requested',
    ])
    const { token } = (await strict.lastMail(email)).email_data
    const confirm = () => auth.verifyOtp({ type: 'signup', email, token })
    expect((await during(id, confirm, strict)).toSorted()).toEqual(['login', 'user_signedup'])
  })

  test('enrollment, challenge, verification and removal of a second factor are logged', async () => {
    const person = await verifiedUser(world.target)
    const { client, user } = person
    const { mfa } = client.auth
    let factorId = ''
    let secret = ''
    const begin = async () => {
      const app = await enrolled(client)
      factorId = app.factorId
      secret = app.secret
    }
    expect(await during(user.id, begin)).toEqual(['factor_in_progress'])
    let challengeId = ''
    const ask = async () => {
      challengeId = (await mfa.challenge({ factorId })).data!.id
    }
    expect(await during(user.id, ask)).toEqual(['challenge_created'])
    const answer = () => mfa.verify({ factorId, challengeId, code: appCode(secret) })
    expect(await during(user.id, answer)).toContain('verification_attempted')
    expect(await during(user.id, () => mfa.unenroll({ factorId }))).toEqual(['factor_unenrolled'])
  })

  test("admin actions on an account are logged in the account's audit log", async () => {
    const email = newEmail()
    const { data } = await admin().createUser({ email, password })
    const { id } = data.user!
    expect((await logOf(id)).map(({ action }) => action)).toEqual(['user_signedup'])
    const ban = () => admin().updateUserById(id, { ban_duration: '1h' })
    expect(await during(id, ban)).toEqual(['user_modified'])
    expect(await during(id, () => admin().deleteUser(id))).toEqual(['user_deleted'])

    const invited = await admin().inviteUserByEmail(newEmail())
    const log = await logOf(invited.data.user!.id)
    expect(log.map(({ action }) => action)).toEqual(['user_invited'])

    const { user, factorId } = await withFactor(world.target)
    const take = () => admin().mfa.deleteFactor({ userId: user.id, id: factorId })
    expect(await during(user.id, take)).toEqual(['factor_deleted'])
  })

  test('audit log entries contain neither the password nor the token of an email link', async () => {
    const rows = await world.sql<{ payload: string }[]>`
      select payload::text from auth.audit_log_entries`
    const codes = (await world.mails()).flatMap(({ email_data: { token, token_hash } }) => [
      token,
      token_hash,
    ])
    const all = rows.map(({ payload }) => payload).join('\n')
    for (const secret of [password, ...codes.filter((code) => code.length > 6)]) {
      expect(all).not.toContain(secret)
    }
  })
})

describe.runIf(isOwnTarget)('deletion of expired rows', () => {
  test('a POST request to the auth service deletes a batch of expired rows from each table and keeps all other rows', async () => {
    const { target, sql } = await openMailTarget({ auth: { auditRetentionDays: 30 } })
    const [user] = await sql<{ id: string }[]>`
      insert into auth.users (email) values (${newEmail()}) returning id`
    const [factor] = await sql<{ id: string }[]>`
      insert into auth.mfa_factors (user_id, factor_type) values (${user!.id}, 'totp') returning id`
    for (const age of ['1 minute', '60 days']) {
      await sql`
        insert into auth.audit_log_entries (payload, created_at)
        select '{}', now() - ${age}::interval from generate_series(1, 600)`
      await sql`
        insert into auth.flow_state (provider_type, authentication_method, created_at)
        values ('email', 'magiclink', now() - ${age}::interval)`
      await sql`
        insert into auth.oauth_client_states (provider_type, created_at)
        values ('google', now() - ${age}::interval)`
      await sql`
        insert into auth.mfa_challenges (factor_id, ip_address, created_at)
        values (${factor!.id}, '203.0.113.1', now() - ${age}::interval)`
      await sql`
        insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at)
        values (${user!.id}, ${age === '60 days' ? 'recovery_token' : 'confirmation_token'}, ${age},
          'x', now() at time zone 'utc' - ${age}::interval)`
    }
    await sql`
      insert into auth_internal.rate_limits (key, full_at)
      values ('past', now() - interval '1 hour'), ('in use', now() + interval '1 hour')`

    await send(target, '/token?grant_type=refresh_token', {})
    const countOf = async (table: string) => (await sql`select from ${sql(table)}`).length
    expect(await countOf('auth.audit_log_entries')).toBe(700)
    for (const table of [
      'auth.flow_state',
      'auth.oauth_client_states',
      'auth.mfa_challenges',
      'auth.one_time_tokens',
      'auth_internal.rate_limits',
    ]) {
      expect([table, await countOf(table)]).toEqual([table, 1])
    }
    // While a backlog of expired rows remains, the server deletes the next batch after a second.
    await expect
      .poll(
        async () => {
          await send(target, '/token?grant_type=refresh_token', {})
          return countOf('auth.audit_log_entries')
        },
        { interval: 500 },
      )
      .toBe(600)
    await target.close()
  })
})

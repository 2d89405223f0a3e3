import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { post } from './links.ts'
import { runDuring } from './concurrent.ts'
import { ask, enrolled, verifiedUser, withFactor } from './user-with-factor.ts'
import { openProviders, userOf, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('requests during which the session is revoked', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  const askTooLate = (userId: string, token: string, ...[method, path, body]: Parameters<Ask>) =>
    runDuring(
      providers.sql,
      userId,
      () => ask(providers.target, token, method, path, body),
      (tx) => tx`delete from auth.sessions where user_id = ${userId}`,
    )
  type Ask = (method: string, path: string, body?: unknown) => void
  const tooLate = { status: 403, code: 'session_not_found' }

  test.each([{ password: 'of a thief 1' }, { email: newEmail() }, { data: { is: 'here' } }])(
    'PUT /user with %j changes nothing if the session is revoked during the request',
    async (change) => {
      const { email, user, session } = await signedUp(providers.target)
      const answer = await askTooLate(user.id, session.access_token, 'PUT', '/user', change)
      expect(answer).toMatchObject(tooLate)
      const { data } = await clientOf(providers.target).auth.signInWithPassword({ email, password })
      expect(data.user).toMatchObject({ id: user.id, email })
      expect(data.user?.user_metadata).not.toHaveProperty('is')
    },
  )

  test('enrolling a factor, removing a factor and creating recovery codes change nothing if the session is revoked during the request', async () => {
    const person = await withFactor(providers.target)
    const { user, factorId, email } = person
    let token = person.raised.access_token
    for (const [method, path, body] of [
      ['POST', '/factors', { factor_type: 'totp' }],
      ['POST', '/factors/recovery-codes', {}],
      ['DELETE', `/factors/${factorId}`],
    ] as const) {
      expect(await askTooLate(user.id, token, method, path, body)).toMatchObject(tooLate)
      const again = await clientOf(providers.target).auth.signInWithPassword({ email, password })
      token = again.data.session!.access_token
      await providers.sql`update auth.sessions set aal = 'aal2' where user_id = ${user.id}`
      expect(again.data.user?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    }
    const codes = await providers.sql`
      select from auth_internal.recovery_codes where user_id = ${user.id}`
    expect(codes).toHaveLength(0)
  })

  test('POST /factors/recovery redeems no code if the session is revoked during the request', async () => {
    const { user, raised } = await withFactor(providers.target)
    const token = raised.access_token
    const { codes } = await ask(providers.target, token, 'POST', '/factors/recovery-codes')
    const [code] = codes as string[]
    const answer = await askTooLate(user.id, token, 'POST', '/factors/recovery', { code })
    expect(answer).toMatchObject(tooLate)
    const kept = await providers.sql`
      select (select count(*)::int from auth.mfa_factors where user_id = ${user.id}) as factors,
        (select count(*)::int from auth_internal.recovery_codes where user_id = ${user.id}) as codes`
    expect(kept).toEqual([{ factors: 1, codes: 10 }])
  })

  test('GET /reauthenticate sends no code if the session is revoked during the request', async () => {
    const { user, session } = await signedUp(providers.target)
    const token = session.access_token
    expect(await askTooLate(user.id, token, 'GET', '/reauthenticate')).toMatchObject(tooLate)
    const codes = await providers.sql`
      select from auth.one_time_tokens where user_id = ${user.id}`
    expect(codes).toHaveLength(0)
  })

  test('unlinking an identity changes nothing if the session is revoked during the request', async () => {
    const visitor = { email: newEmail() }
    const first = await userOf(providers.target, await providers.travel({ visitor }))
    await providers.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${first.id}, ${first.id}, ${providers.sql.json({ sub: first.id })}, 'email')`
    const { fragment } = await providers.travel({ visitor })
    const token = fragment.get('access_token') ?? ''
    const [row] = await providers.sql<{ id: string }[]>`
      select id from auth.identities where user_id = ${first.id} and provider = 'google'`
    const path = `/user/identities/${row!.id}`
    expect(await askTooLate(first.id, token, 'DELETE', path)).toMatchObject(tooLate)
    expect(await providers.sql`select from auth.identities where id = ${row!.id}`).toHaveLength(1)
  })
})

describe.runIf(isOwnTarget)('requests concurrent with changes of the account', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders({ otp: { mailInterval: 0 }, secureEmailChange: false })
  })
  afterAll(() => providers.close())

  test.each([
    ['otp', ''],
    ['recover', ''],
    ['resend', 'signup'],
  ])(
    'POST /%s returns the success response and sends no email if the account is deleted during the request',
    async (path, type) => {
      const { target, sql } = providers
      const { user, email } = await signedUp(target)
      await sql`update auth.users set email_confirmed_at = null where id = ${user.id}`
      const answer = await runDuring(
        sql,
        user.id,
        () => post(target, `/${path}`, { email, ...(type && { type }) }),
        (tx) => tx`delete from auth.users where id = ${user.id}`,
      )
      expect(answer).toMatchObject({ status: 200, body: {} })
      expect(await providers.mailsTo(email)).toEqual([])
    },
  )

  test('GET /reauthenticate returns 400 if the account is deleted during the request', async () => {
    const { target, sql } = providers
    const { user, session } = await signedUp(target)
    const answer = await runDuring(
      sql,
      user.id,
      () => ask(target, session.access_token, 'GET', '/reauthenticate'),
      (tx) => tx`delete from auth.users where id = ${user.id}`,
    )
    expect(answer).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('POST /admin/generate_link returns 400 if the account is deleted during the request', async () => {
    const { target, sql } = providers
    const { user, email } = await signedUp(target)
    const body = { type: 'recovery', email }
    const answer = await runDuring(
      sql,
      user.id,
      () => ask(target, target.serviceRoleKey, 'POST', '/admin/generate_link', body),
      (tx) => tx`delete from auth.users where id = ${user.id}`,
    )
    expect(answer).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('an aal1 session cannot remove a factor that is verified during the request', async () => {
    const { client, user, session } = await verifiedUser(providers.target)
    const { factorId } = await enrolled(client)
    const answer = await runDuring(
      providers.sql,
      user.id,
      () => ask(providers.target, session.access_token, 'DELETE', `/factors/${factorId}`),
      (tx) => tx`update auth.mfa_factors set status = 'verified' where id = ${factorId}`,
    )
    expect(answer).toMatchObject({ status: 422, code: 'insufficient_aal' })
    const kept = await providers.sql`select from auth.mfa_factors where id = ${factorId}`
    expect(kept).toHaveLength(1)
  })

  test('an external sign-in gives no access to the account if the external identity is unlinked during the callback', async () => {
    const { target, sql } = providers
    const visitor = { email: newEmail() }
    const { id } = await userOf(target, await providers.travel({ visitor }))
    const arrival = await runDuring(
      sql,
      id,
      () => providers.travel({ visitor }),
      async (tx) => {
        await tx`delete from auth.identities where user_id = ${id}`
        await tx`update auth.users set email = ${newEmail()} where id = ${id}`
        await tx`delete from auth.sessions where user_id = ${id}`
      },
    )
    expect((await userOf(target, arrival)).id).not.toBe(id)
    expect(await sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0)
  })

  test('an external sign-in is not linked to an account whose email is changed during the callback', async () => {
    const { target, sql } = providers
    const { user, email } = await verifiedUser(target)
    const arrival = await runDuring(
      sql,
      user.id,
      () => providers.travel({ visitor: { email } }),
      (tx) => tx`update auth.users set email = ${newEmail()} where id = ${user.id}`,
    )
    expect(await userOf(target, arrival)).toMatchObject({ email })
    const identities = await sql`
      select from auth.identities where user_id = ${user.id} and provider = 'google'`
    expect(identities).toHaveLength(0)
  })

  test('POST /resend does not restore an email change cancelled during the request', async () => {
    const { target, sql } = providers
    const { client, user, email } = await verifiedUser(target)
    const elsewhere = newEmail()
    expect((await client.auth.updateUser({ email: elsewhere })).error).toBeNull()
    const before = await providers.mailsTo(elsewhere)
    const answer = await runDuring(
      sql,
      user.id,
      () => post(target, '/resend', { type: 'email_change', email }),
      async (tx) => {
        await tx`update auth.users set email_change = '' where id = ${user.id}`
        await tx`delete from auth.one_time_tokens where user_id = ${user.id}`
      },
    )
    expect(answer.status).toBe(200)
    expect(await providers.mailsTo(elsewhere)).toHaveLength(before.length)
    const [row] = await sql`select email_change from auth.users where id = ${user.id}`
    expect(row).toEqual({ email_change: '' })
  })
})

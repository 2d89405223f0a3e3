import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { post } from './links.ts'
import { overtake } from './overtake.ts'
import { ask, enrolled, provenPerson, withFactor } from './person-with-factor.ts'
import { openProviders, userOf, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('overtaken by the end of its session', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  /** Asks, and has every session of the account ended before the answer. */
  const askTooLate = (userId: string, token: string, ...[method, path, body]: Parameters<Ask>) =>
    overtake(
      providers.sql,
      userId,
      () => ask(providers.target, token, method, path, body),
      (tx) => tx`delete from auth.sessions where user_id = ${userId}`,
    )
  type Ask = (method: string, path: string, body?: unknown) => void
  const tooLate = { status: 403, code: 'session_not_found' }

  test.each([{ password: 'of a thief 1' }, { email: newEmail() }, { data: { is: 'here' } }])(
    'a request changes nothing of %j',
    async (change) => {
      const { email, user, session } = await signedUp(providers.target)
      const answer = await askTooLate(user.id, session.access_token, 'PUT', '/user', change)
      expect(answer).toMatchObject(tooLate)
      const { data } = await clientOf(providers.target).auth.signInWithPassword({ email, password })
      expect(data.user).toMatchObject({ id: user.id, email })
      expect(data.user?.user_metadata).not.toHaveProperty('is')
    },
  )

  test('a request neither sets up nor gives up what proves the account', async () => {
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

  test('a request uses up no recovery code, and gives no factor up by it', async () => {
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

  test('a request is sent no code', async () => {
    const { user, session } = await signedUp(providers.target)
    const token = session.access_token
    expect(await askTooLate(user.id, token, 'GET', '/reauthenticate')).toMatchObject(tooLate)
    const codes = await providers.sql`
      select from auth.one_time_tokens where user_id = ${user.id}`
    expect(codes).toHaveLength(0)
  })

  test('a request takes no identity off', async () => {
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

describe.runIf(isOwnTarget)('overtaken', () => {
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
    'POST /%s for an account that is deleted meanwhile is answered as ever',
    async (path, type) => {
      const { target, sql } = providers
      const { user, email } = await signedUp(target)
      await sql`update auth.users set email_confirmed_at = null where id = ${user.id}`
      const answer = await overtake(
        sql,
        user.id,
        () => post(target, `/${path}`, { email, ...(type && { type }) }),
        (tx) => tx`delete from auth.users where id = ${user.id}`,
      )
      expect(answer).toMatchObject({ status: 200, body: {} })
      expect(await providers.mailsTo(email)).toEqual([])
    },
  )

  test('an account deleted meanwhile is asked for no code', async () => {
    const { target, sql } = providers
    const { user, session } = await signedUp(target)
    const answer = await overtake(
      sql,
      user.id,
      () => ask(target, session.access_token, 'GET', '/reauthenticate'),
      (tx) => tx`delete from auth.users where id = ${user.id}`,
    )
    expect(answer).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('nor is a link to it made', async () => {
    const { target, sql } = providers
    const { user, email } = await signedUp(target)
    const body = { type: 'recovery', email }
    const answer = await overtake(
      sql,
      user.id,
      () => ask(target, target.serviceRoleKey, 'POST', '/admin/generate_link', body),
      (tx) => tx`delete from auth.users where id = ${user.id}`,
    )
    expect(answer).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('a factor verified meanwhile is not given up by a session of the password alone', async () => {
    const { client, user, session } = await provenPerson(providers.target)
    const { factorId } = await enrolled(client)
    const answer = await overtake(
      providers.sql,
      user.id,
      () => ask(providers.target, session.access_token, 'DELETE', `/factors/${factorId}`),
      (tx) => tx`update auth.mfa_factors set status = 'verified' where id = ${factorId}`,
    )
    expect(answer).toMatchObject({ status: 422, code: 'insufficient_aal' })
    const kept = await providers.sql`select from auth.mfa_factors where id = ${factorId}`
    expect(kept).toHaveLength(1)
  })

  test('an identity taken off meanwhile signs in to the account no longer', async () => {
    const { target, sql } = providers
    const visitor = { email: newEmail() }
    const { id } = await userOf(target, await providers.travel({ visitor }))
    const arrival = await overtake(
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

  test('an address given up meanwhile leads to the account no longer', async () => {
    const { target, sql } = providers
    const { user, email } = await provenPerson(target)
    const arrival = await overtake(
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

  test('a change of address that was ended meanwhile is not brought back by its mail', async () => {
    const { target, sql } = providers
    const { client, user, email } = await provenPerson(target)
    const elsewhere = newEmail()
    expect((await client.auth.updateUser({ email: elsewhere })).error).toBeNull()
    const before = await providers.mailsTo(elsewhere)
    const answer = await overtake(
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

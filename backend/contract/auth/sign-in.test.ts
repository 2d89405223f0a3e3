import { describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp, useTarget } from '../target.ts'

const target = useTarget({ auth: { passwordHash: {} } })

describe('grant_type=password', () => {
  test('a password sign-in ignores the case of the email', async () => {
    const { email, user } = await signedUp(target)
    const { data, error } = await clientOf(target).auth.signInWithPassword({
      email: email.toUpperCase(),
      password,
    })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect(data.user?.last_sign_in_at).toBeTruthy()
  })

  test('a wrong password and an unknown email get the same response', async () => {
    const { email } = await signedUp(target)
    const wrong = await clientOf(target).auth.signInWithPassword({ email, password: 'wrong one' })
    const unknown = await clientOf(target).auth.signInWithPassword({
      email: newEmail(),
      password,
    })
    for (const { error } of [wrong, unknown]) {
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      })
    }
  })

  test.each([
    ['password', {}, 400, 'validation_failed', 'missing email or phone'],
    ['password', { email: 'a@example.com', password: '' }, 400, 'invalid_credentials', 'Invalid'],
    ['password', { email: 'nul\0@example.com', password }, 400, 'validation_failed', 'characters'],
    ['password', { phone: '4915112345678', password }, 422, 'phone_provider_disabled', 'Phone'],
    ['magic', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['constructor', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['refresh_token', {}, 400, 'validation_failed', 'Refresh token is not valid'],
  ])(
    'POST /token with grant_type %s and body %j is rejected',
    async (grant, body, status, code, message) => {
      const response = await fetch(`${target.url}/auth/v1/token?grant_type=${grant}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'X-Supabase-Api-Version': '2024-01-01' },
      })
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({
        code,
        message: expect.stringContaining(message),
      })
    },
  )

  test('the auth service responds to forty concurrent sign-ins and keeps running', async () => {
    const { email } = await signedUp(target)
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        clientOf(target).auth.signInWithPassword({
          // Uses a new email for each failed sign-in, because failed sign-ins are rate limited per
          // email.
          email: i % 2 ? email : newEmail(),
          password: i % 2 ? password : 'wrong one',
        }),
      ),
    )
    const codes = new Set(responses.map(({ error }) => error?.code ?? 'ok'))
    expect([...codes].toSorted()).toEqual(['invalid_credentials', 'ok'])
    expect((await fetch(`${target.url}/auth/v1/health`)).status).toBe(200)
  })

  test.runIf(isOwnTarget)(
    'an account inserted by SQL with a bcrypt hash can sign in, and the sign-in replaces the hash',
    async () => {
      const sql = target.sql!
      const email = newEmail()
      await sql`
      insert into auth.users (email, encrypted_password, email_confirmed_at)
      values (${email}, extensions.crypt(${password}, extensions.gen_salt('bf', 6)), now())`
      const wrong = await clientOf(target).auth.signInWithPassword({ email, password: 'no no no' })
      expect(wrong.error?.code).toBe('invalid_credentials')
      for (const _ of [1, 2]) {
        const { error } = await clientOf(target).auth.signInWithPassword({ email, password })
        expect(error).toBeNull()
        const [row] = await sql`select encrypted_password from auth.users where email = ${email}`
        expect(row?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      }
    },
  )

  test.runIf(isOwnTarget).each(['$2b$', '$2y$'])(
    'an account with an imported %s hash can sign in',
    async (variant) => {
      const sql = target.sql!
      const email = newEmail()
      const [row] = await sql<{ hash: string }[]>`
      select extensions.crypt(${password}, extensions.gen_salt('bf', 6)) as hash`
      const hash = variant + row!.hash.slice(4)
      const { admin } = clientOf(target, target.serviceRoleKey).auth
      await admin.createUser({ email, password_hash: hash, email_confirm: true })
      const wrong = await clientOf(target).auth.signInWithPassword({ email, password: 'no no no' })
      expect(wrong.error?.code).toBe('invalid_credentials')
      expect((await clientOf(target).auth.signInWithPassword({ email, password })).error).toBeNull()
    },
  )

  test.runIf(isOwnTarget)(
    'a user object lists identities and factors from oldest to newest, and a password sign-in updates only the email identity',
    async () => {
      const { email, user } = await signedUp(target)
      const sql = target.sql!
      await sql`
        insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
        values (${user.id}, ${user.id}, '{}', 'github', now() + interval '1 hour'),
          (${user.id}, ${user.id}, '{}', 'google', now() - interval '1 hour')`
      await sql`
        insert into auth.mfa_factors (user_id, factor_type, friendly_name, created_at)
        values (${user.id}, 'totp', 'younger', now()),
          (${user.id}, 'totp', 'older', now() - interval '1 hour')`
      await sql`update auth.identities set last_sign_in_at = null where user_id = ${user.id}`
      const { data } = await clientOf(target).auth.signInWithPassword({ email, password })
      const refreshed = await clientOf(target).auth.refreshSession(data.session!)
      for (const { identities, factors } of [data.user!, refreshed.data.user!]) {
        expect(factors?.map(({ friendly_name: name }) => name)).toEqual(['older', 'younger'])
        expect(identities?.map(({ provider }) => provider)).toEqual(['google', 'email', 'github'])
        expect(identities?.map(({ last_sign_in_at: at }) => Boolean(at))).toEqual([
          false,
          true,
          false,
        ])
      }
    },
  )

  test('sign-ins to unconfirmed accounts and to banned accounts are rejected', async () => {
    const admin = clientOf(target, target.serviceRoleKey).auth.admin
    const email = newEmail()
    const { data } = await admin.createUser({ email, password })
    const unconfirmed = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(unconfirmed.error?.code).toBe('email_not_confirmed')
    await admin.updateUserById(data.user!.id, { email_confirm: true, ban_duration: '1h' })
    const banned = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(banned.error?.code).toBe('user_banned')
    await admin.updateUserById(data.user!.id, { ban_duration: 'none' })
    const free = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(free.error).toBeNull()
  })
})

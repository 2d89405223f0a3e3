import { describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp, useTarget } from '../target.ts'
import { send } from './clients.ts'
import { ask } from './user-with-factor.ts'

const target = useTarget()

const admin = () => clientOf(target, target.serviceRoleKey).auth.admin

describe('GET /admin/users', () => {
  test('GET /admin/users returns pages of users, newest first, with the total count and a link to the next page', async () => {
    const made: string[] = []
    for (let i = 0; i < 3; i += 1) made.unshift((await signedUp(target)).user.id)
    const { data } = await admin().listUsers({ page: 1, perPage: 2 })
    expect(data.users.map(({ id }) => id)).toEqual(made.slice(0, 2))
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 })
    expect((data as { total: number }).total).toBeGreaterThanOrEqual(3)
  })

  test('GET /admin/users returns an empty list and a link to the last page for a page number that is too high', async () => {
    const answer = await send(target, '/admin/users?page=999999999&per_page=1000', undefined, {
      token: target.serviceRoleKey,
    })
    expect(answer).toMatchObject({ status: 200, body: { users: [] } })
    expect(answer.headers.get('link')).toBe('</admin/users?page=1&per_page=1000>; rel="last"')
  })

  test.each(['page=0', 'page=-1', 'page=x', 'per_page=1.5', 'per_page=0'])(
    'GET /admin/users rejects %s',
    async (query) => {
      const answer = await ask(target, target.serviceRoleKey, 'GET', `/admin/users?${query}`)
      expect(answer).toMatchObject({ status: 400, code: 'validation_failed' })
      expect(answer['message']).toContain('Bad Pagination Parameters')
    },
  )

  test('GET /admin/users and GET /admin/users/{id} require the service role', async () => {
    const { session, user } = await signedUp(target)
    const other = await signedUp(target)
    for (const path of [
      '/admin/users',
      `/admin/users/${user.id}`,
      `/admin/users/${other.user.id}`,
    ]) {
      for (const token of [session.access_token, target.anonKey]) {
        const answer = await ask(target, token, 'GET', path)
        expect(answer).toMatchObject({ status: 403, code: 'not_admin' })
      }
    }
  })

  test('responses of GET /admin/users and GET /admin/users/{id} contain no password hash, one-time token or secret', async () => {
    const { user } = await signedUp(target)
    await admin().generateLink({ type: 'recovery', email: user.email! })
    for (const path of ['/admin/users', `/admin/users/${user.id}`]) {
      const answer = await ask(target, target.serviceRoleKey, 'GET', path)
      expect(JSON.stringify(answer)).not.toMatch(/argon2|encrypted|_token"|secret/)
    }
  })
})

describe('GET /admin/users/{id}', () => {
  test('GET /admin/users/{id} returns the account with the given id', async () => {
    const { user } = await signedUp(target)
    expect((await admin().getUserById(user.id)).data.user).toMatchObject({ email: user.email })
  })

  test('GET /admin/users/{id} returns different errors for an unknown and a malformed id', async () => {
    const get = (id: string) => ask(target, target.serviceRoleKey, 'GET', `/admin/users/${id}`)
    expect(await get(crypto.randomUUID())).toMatchObject({ status: 404, code: 'user_not_found' })
    expect(await get('7')).toMatchObject({ status: 404, code: 'validation_failed' })
  })
})

describe('PUT /admin/users/{id}', () => {
  test('PUT /admin/users/{id} changes email, phone, role and metadata immediately', async () => {
    const { user } = await signedUp(target)
    const email = newEmail()
    const phone = `1501${String(Date.now()).slice(-8)}`
    await admin().updateUserById(user.id, { user_metadata: { a: 1, b: 2 } })
    const { data, error } = await admin().updateUserById(user.id, {
      email,
      phone,
      phone_confirm: true,
      role: 'editor',
      user_metadata: { a: null, c: 3 },
      app_metadata: { tier: 'gold' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      phone,
      role: 'editor',
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
      user_metadata: { b: 2, c: 3 },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], tier: 'gold' },
    })
    expect(data.user?.user_metadata).not.toHaveProperty('a')
    expect(data.user?.identities?.find(({ provider }) => provider === 'email')).toMatchObject({
      identity_data: { email },
    })
  })

  test("when an admin sets a user's password, all sessions of the user are revoked and pending email links are voided", async () => {
    const { client, user, email } = await signedUp(target)
    const { data } = await admin().generateLink({ type: 'recovery', email })
    const changed = await admin().updateUserById(user.id, { password: 'another one 2' })
    expect(changed.error).toBeNull()
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const signIn = (given: string) =>
      clientOf(target).auth.signInWithPassword({ email, password: given })
    expect((await signIn(password)).error?.code).toBe('invalid_credentials')
    expect((await signIn('another one 2')).error).toBeNull()
    const link = await clientOf(target).auth.verifyOtp({
      type: 'recovery',
      token_hash: data.properties!.hashed_token,
    })
    expect(link.error?.code).toBe('otp_expired')
  })

  test('PUT /admin/users/{id} accepts a new password as a bcrypt hash', async () => {
    const { user, email } = await signedUp(target)
    const [row] = isOwnTarget
      ? await target.sql!`
          select extensions.crypt(${'third one 3'}, extensions.gen_salt('bf', 4)) as hash`
      : []
    if (!row) return
    await admin().updateUserById(user.id, { password_hash: row['hash'] as string })
    const signIn = await clientOf(target).auth.signInWithPassword({
      email,
      password: 'third one 3',
    })
    expect(signIn.error).toBeNull()
  })

  test('a ban by an admin takes effect immediately, can be permanent and can be lifted', async () => {
    const { user, client, email, session } = await signedUp(target)
    await admin().updateUserById(user.id, { ban_duration: '1h30m' })
    expect((await client.auth.getUser()).error?.code).toBe('user_banned')
    const { refresh_token } = session
    expect((await clientOf(target).auth.refreshSession({ refresh_token })).error).not.toBeNull()
    const forever = await admin().updateUserById(user.id, { ban_duration: '999999999h' })
    expect((forever.data.user as { banned_until?: string }).banned_until).toMatch(/^9999-/)
    await admin().updateUserById(user.id, { user_metadata: { a: 1 } })
    const banned = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(banned.error?.code).toBe('user_banned')
    await admin().updateUserById(user.id, { ban_duration: 'none' })
    const free = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(free.error).toBeNull()
  })

  test('PUT /admin/users/{id} rejects taken and invalid emails, weak passwords, invalid hashes and ban durations, and unknown accounts', async () => {
    const { user } = await signedUp(target)
    const { email } = await signedUp(target)
    const code = async (id: string, change: object) =>
      (await admin().updateUserById(id, change)).error?.code
    expect(await code(user.id, { email })).toBe('email_exists')
    expect(await code(user.id, { email: 'x' })).toBe('validation_failed')
    expect(await code(user.id, { password: 'x' })).toBe('weak_password')
    expect(await code(user.id, { password_hash: 'x' })).toBe('validation_failed')
    expect(await code(user.id, { ban_duration: '1d' })).toBe('validation_failed')
    expect(await code(crypto.randomUUID(), { email: newEmail() })).toBe('user_not_found')
  })

  test('users cannot call PUT /admin/users/{id}, not even for their own account', async () => {
    const { user, session } = await signedUp(target)
    const change = { role: 'service_role', app_metadata: { role: 'admin' } }
    const answer = await ask(target, session.access_token, 'PUT', `/admin/users/${user.id}`, change)
    expect(answer).toMatchObject({ status: 403, code: 'not_admin' })
    expect((await admin().getUserById(user.id)).data.user).toMatchObject({ role: 'authenticated' })
  })

  test.runIf(isOwnTarget)(
    'an email set by an admin does not count as verified by the account owner',
    async () => {
      const { user } = await signedUp(target)
      await target.sql!`
      update auth.users set confirmation_sent_at = now() - interval '1 hour' where id = ${user.id}`
      await admin().updateUserById(user.id, { email: newEmail() })
      const [row] = await target.sql!`
      select confirmation_sent_at from auth.users where id = ${user.id}`
      expect(row?.['confirmation_sent_at']).toBeNull()
    },
  )
})

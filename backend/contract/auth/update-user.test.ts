import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { ask, verifiedUser, signedInAgain, withFactor } from './user-with-factor.ts'

describe.runIf(isOwnTarget)('PUT /user', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget()
  })
  afterAll(() => box.target.close())

  const rowOf = async (id: string) =>
    (
      await box.sql`
        select *, public.is_verified(id) as verified from auth.users where id = ${id}`
    )[0]!

  beforeAll(async () => {
    // Same condition as in the SQL function verified_email for emails verified by a code or link.
    await box.sql`
      create function public.is_verified(p_id uuid) returns boolean language sql as $$
        select coalesce(confirmation_sent_at is not null
          and email_confirmed_at >= confirmation_sent_at, false)
        from auth.users where id = p_id $$`
  })

  test('with email autoconfirm, a new email takes effect immediately but does not count as verified', async () => {
    const { client, email, user } = await signedUp(box.target)
    const fresh = newEmail()
    const { data, error } = await client.auth.updateUser({ email: fresh })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: fresh })
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: fresh })
    expect((await rowOf(user.id))['verified']).toBe(false)
    const told = await box.lastMail(fresh)
    expect(told.email_data).toMatchObject({
      email_action_type: 'email_changed_notification',
      old_email: email,
    })
    expect((await signedInAgain(box.target, fresh)).session).toBeTruthy()
  })

  test('a verified email can be replaced only by another verified email', async () => {
    const { client, email, user } = await verifiedUser(box.target)
    const fresh = newEmail()
    const { data } = await client.auth.updateUser({ email: fresh })
    expect(data.user).toMatchObject({ email, new_email: fresh })
    for (const address of [email, fresh]) {
      const { user: holder, email_data: mail } = await box.lastMail(address)
      expect(holder.id).toBe(user.id)
      const token = address === email ? mail.token : mail.token_new
      await clientOf(box.target).auth.verifyOtp({ type: 'email_change', email: address, token })
    }
    expect(await rowOf(user.id)).toMatchObject({ email: fresh, verified: true })
  })

  test("a link sent to an account's former email no longer signs in to the account", async () => {
    const { client, email } = await signedUp(box.target)
    const { data } = await clientOf(box.target, box.target.serviceRoleKey).auth.admin.generateLink({
      type: 'recovery',
      email,
    })
    await client.auth.updateUser({ email: newEmail() })
    const { error } = await clientOf(box.target).auth.verifyOtp({
      type: 'recovery',
      token_hash: data.properties!.hashed_token,
    })
    expect(error?.code).toBe('otp_expired')
  })

  test('concurrent metadata changes through PUT /user are all stored', async () => {
    const { client } = await signedUp(box.target)
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((key) => client.auth.updateUser({ data: { [key]: 1 } })),
    )
    const { data } = await client.auth.getUser()
    expect(data.user?.user_metadata).toMatchObject({ a: 1, b: 1, c: 1, d: 1 })
  })

  test('PUT /user ignores fields that users must not change, such as `role` and `banned_until`, and rejects app_metadata', async () => {
    const { client, user, session } = await signedUp(box.target)
    const before = await rowOf(user.id)
    const answer = await ask(box.target, session.access_token, 'PUT', '/user', {
      data: { full_name: 'A' },
      id: crypto.randomUUID(),
      aud: 'other',
      role: 'service_role',
      is_anonymous: true,
      is_sso_user: true,
      is_super_admin: true,
      email_confirmed_at: '2000-01-01T00:00:00Z',
      phone_confirmed_at: '2000-01-01T00:00:00Z',
      raw_app_meta_data: { role: 'admin' },
      encrypted_password: 'x',
      banned_until: '2999-01-01T00:00:00Z',
      user_metadata: { is: 'ignored' },
    })
    expect(answer).toMatchObject({ status: 200, role: 'authenticated', is_anonymous: false })
    const after = await rowOf(user.id)
    const changed = Object.keys(after).filter(
      (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
    )
    expect(changed.toSorted()).toEqual(['raw_user_meta_data', 'updated_at'])
    expect(after['raw_user_meta_data']).not.toHaveProperty('is')
    for (const app_metadata of [{ role: 'admin' }, {}, 'x']) {
      const refused = await ask(box.target, session.access_token, 'PUT', '/user', { app_metadata })
      expect(refused).toMatchObject({ status: 403, code: 'not_admin' })
    }
    expect((await client.auth.getUser()).data.user?.app_metadata).not.toHaveProperty('role')
  })

  test('PUT /user rejects a password change if the given current password is wrong', async () => {
    const { session, email } = await signedUp(box.target)
    const attempt = (current_password: string) =>
      ask(box.target, session.access_token, 'PUT', '/user', {
        password: 'another one 2',
        current_password,
      })
    expect(await attempt('not it')).toMatchObject({
      status: 400,
      code: 'current_password_invalid',
    })
    expect(await attempt(password)).toMatchObject({ status: 200 })
    expect((await box.lastMail(email)).email_data.email_action_type).toBe(
      'password_changed_notification',
    )
  })

  test('attempts to enter the current password are limited per session', async () => {
    const { session } = await signedUp(box.target)
    const codes = new Set<string>()
    for (let i = 0; i < 12; i += 1) {
      const { code } = await ask(box.target, session.access_token, 'PUT', '/user', {
        password: 'another one 2',
        current_password: `guess ${i}`,
      })
      codes.add(code ?? 'ok')
    }
    expect([...codes]).toEqual(['current_password_invalid', 'over_request_rate_limit'])
  })

  test('changing the email or password requires an aal2 session if the account has a second factor', async () => {
    const { email, client } = await withFactor(box.target)
    const weak = await signedInAgain(box.target, email)
    const changes = [{ email: newEmail() }, { password: 'another one 2' }]
    for (const change of changes) {
      const { error } = await weak.client.auth.updateUser(change)
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    }
    expect((await weak.client.auth.updateUser({ data: { a: 1 } })).error).toBeNull()
    for (const change of changes) {
      expect((await client.auth.updateUser(change)).error).toBeNull()
    }
  })

  test('an SSO user cannot change the email or password or submit a reauthentication code', async () => {
    const { client, user } = await signedUp(box.target)
    await box.sql`update auth.users set is_sso_user = true where id = ${user.id}`
    for (const change of [{ email: newEmail() }, { password: 'another one 2' }, { nonce: '1' }]) {
      const { error } = await client.auth.updateUser(change)
      expect(error).toMatchObject({ status: 422, code: 'user_sso_managed' })
    }
    expect((await client.auth.updateUser({ data: { a: 1 } })).error).toBeNull()
  })

  test('an anonymous account becomes permanent when the user adds an email', async () => {
    const client = clientOf(box.target)
    const { data: started } = await client.auth.signInAnonymously()
    const id = started.user!.id
    const alone = await client.auth.updateUser({ password })
    expect(alone.error).toMatchObject({ status: 422, code: 'validation_failed' })
    const email = newEmail()
    const { data, error } = await client.auth.updateUser({ email, password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', id, identity_data: { email, sub: id } }],
    })
    expect((await signedInAgain(box.target, email)).session?.user.id).toBe(id)
  })

  test('PUT /user rejects invalid and taken emails, weak and unchanged passwords, and phone numbers if phone sign-in is disabled', async () => {
    const { client } = await signedUp(box.target)
    const { email: taken } = await signedUp(box.target)
    const refusals = [
      [{ phone: '+491511234567' }, 400, 'phone_provider_disabled'],
      [{ phone: '0151' }, 400, 'validation_failed'],
      [{ email: 'nonsense' }, 400, 'validation_failed'],
      [{ email: taken.toUpperCase() }, 422, 'email_exists'],
      [{ password: '' }, 422, 'weak_password'],
      [{ password }, 422, 'same_password'],
    ] as const
    for (const [change, status, code] of refusals) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({ status, code })
    }
  })

  test('repeated email changes are rate limited, so that a user cannot find out which emails have accounts', async () => {
    const { client } = await signedUp(box.target)
    const { email } = await signedUp(box.target)
    const codes = new Set<string | undefined>()
    for (let i = 0; i < 22; i += 1) {
      codes.add((await client.auth.updateUser({ email })).error?.code)
    }
    expect([...codes]).toEqual(['email_exists', 'over_request_rate_limit'])
  })

  test('PUT /user applies no change if one of the requested changes is rejected', async () => {
    const { client } = await signedUp(box.target)
    const { error } = await client.auth.updateUser({ data: { a: 1 }, password })
    expect(error?.code).toBe('same_password')
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('a')
  })

  test('PUT /user logs the changed email, the changed password and the modified account', async () => {
    const { client, user } = await signedUp(box.target)
    await client.auth.updateUser({ email: newEmail(), password: 'another one 2' })
    const rows = await box.sql<{ action: string }[]>`
      select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = ${user.id}`
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user_updated_password', 'user_email_changed', 'user_modified']),
    )
  })
})

describe.runIf(isOwnTarget)('PUT /user with required current password', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { requireCurrentPassword: true } })
  })
  afterAll(() => box.target.close())

  test('changing the password requires the current password, except in a session opened by a recovery link', async () => {
    const { client, email } = await signedUp(box.target)
    const { error } = await client.auth.updateUser({ password: 'another one 2' })
    expect(error).toMatchObject({ status: 400, code: 'current_password_required' })
    const admin = clientOf(box.target, box.target.serviceRoleKey).auth.admin
    const { data } = await admin.generateLink({ type: 'recovery', email })
    const recovered = clientOf(box.target)
    const token_hash = data.properties!.hashed_token
    await recovered.auth.verifyOtp({ type: 'recovery', token_hash })
    expect((await recovered.auth.updateUser({ password: 'another one 2' })).error).toBeNull()
  })

  test('changing an unverified email requires the current password, or a recent sign-in if the account has no password', async () => {
    const { client, user } = await signedUp(box.target)
    const email = newEmail()
    const change = async (proof: object) =>
      (await client.auth.updateUser({ email, ...proof })).error?.code ?? null
    expect(await change({})).toBe('current_password_required')
    expect(await change({ current_password: 'wrong one' })).toBe('current_password_invalid')
    expect((await client.auth.getUser()).data.user?.email).not.toBe(email)
    expect(await change({ current_password: password })).toBeNull()

    // Removes the password. A recent sign-in is then required instead of the current password.
    await box.sql`
      update auth.users set encrypted_password = null, email = ${newEmail()} where id = ${user.id}`
    await box.sql`
      update auth.sessions set created_at = now() - interval '2 days' where user_id = ${user.id}`
    expect(await change({})).toBe('reauthentication_needed')
    await box.sql`update auth.sessions set created_at = now() where user_id = ${user.id}`
    expect(await change({})).toBeNull()
  })

  test('an anonymous user without a password can add an email', async () => {
    const client = clientOf(box.target)
    await client.auth.signInAnonymously()
    expect((await client.auth.updateUser({ email: newEmail() })).error).toBeNull()
  })
})

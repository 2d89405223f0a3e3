import { describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, openTarget, password, useTarget } from '../target.ts'
import { claimsOf, post } from './links.ts'

describe.runIf(isOwnTarget)('anonymous users', () => {
  const target = useTarget()

  test('an anonymous sign-in returns a session whose user has is_anonymous set', async () => {
    const { data, error } = await clientOf(target).auth.signInAnonymously({
      options: { data: { theme: 'dark' } },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      role: 'authenticated',
      identities: [],
      app_metadata: {},
      user_metadata: { theme: 'dark' },
    })
    expect(claimsOf(data.session!.access_token)).toMatchObject({
      is_anonymous: true,
      aal: 'aal1',
      amr: [{ method: 'anonymous' }],
    })
  })

  test('an anonymous user keeps the same account id when adding an email', async () => {
    const client = clientOf(target)
    const { data: guest } = await client.auth.signInAnonymously()
    const email = newEmail()
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    const { data } = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(data.user).toMatchObject({ id: guest.user?.id, is_anonymous: false })
    expect(claimsOf(data.session!.access_token).is_anonymous).toBe(false)
  })

  test('an anonymous sign-in is rejected if anonymous users or sign-ups are disabled', async () => {
    const refusals = [
      [{ enableAnonymous: false }, 'anonymous_provider_disabled'],
      [{ disableSignup: true }, 'signup_disabled'],
    ] as const
    for (const [auth, code] of refusals) {
      const strict = await openTarget({ auth })
      const { error } = await clientOf(strict).auth.signInAnonymously()
      expect(error).toMatchObject({ status: 422, code })
      await strict.close()
    }
  })

  test('metadata of anonymous users is limited to 8 KB, both in one request and after merging with stored metadata', async () => {
    const much = { notes: 'a'.repeat(9000) }
    const tooMuch = { status: 400, body: { code: 'validation_failed' } }
    expect(await post(target, '/signup', { data: much })).toMatchObject(tooMuch)
    // The server checks the metadata size before the account lookup, so the email needs no account.
    expect(await post(target, '/otp', { email: newEmail(), data: much })).toMatchObject(tooMuch)
    const { auth } = clientOf(target)
    await auth.signInAnonymously()
    const half = { one: 'a'.repeat(5000) }
    expect((await auth.updateUser({ data: half })).error).toBeNull()
    const { error } = await auth.updateUser({ data: { two: 'a'.repeat(5000) } })
    expect(error?.code).toBe('validation_failed')
    const { data } = await auth.getUser()
    expect(data.user?.user_metadata).toEqual(half)
    expect((await auth.updateUser({ data: { one: null } })).data.user?.user_metadata).toEqual({})
  })

  test('an anonymous sign-up ignores role, claims and flags in the request body', async () => {
    const { body } = await post(target, '/signup', {
      role: 'service_role',
      app_metadata: { role: 'admin' },
      is_anonymous: false,
      email_confirmed_at: new Date().toISOString(),
      data: { role: 'service_role' },
    })
    expect(claimsOf(body.access_token)).toMatchObject({
      role: 'authenticated',
      is_anonymous: true,
      app_metadata: {},
    })
  })
})

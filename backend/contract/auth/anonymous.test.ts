import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, openTarget, password, type Target } from '../target.ts'
import { claimsOf, post } from './links.ts'

describe.runIf(isOwnTarget)('a guest without an account', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget()
  })
  afterAll(() => target.close())

  test('is signed in, knowably without a name', async () => {
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

  test('stays the same person when given an address', async () => {
    const client = clientOf(target)
    const { data: guest } = await client.auth.signInAnonymously()
    const email = newEmail()
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    const { data } = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(data.user).toMatchObject({ id: guest.user?.id, is_anonymous: false })
    expect(claimsOf(data.session!.access_token).is_anonymous).toBe(false)
  })

  test('is refused where guests are not wanted, and where nobody may sign up', async () => {
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

  test('fills no database with what it says of itself, at once or bit by bit', async () => {
    const much = { notes: 'a'.repeat(9000) }
    const tooMuch = { status: 400, body: { code: 'validation_failed' } }
    expect(await post(target, '/signup', { data: much })).toMatchObject(tooMuch)
    // Before anybody has looked whether there is an account.
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

  test('cannot make itself somebody: role, claims and flags of the body are passed over', async () => {
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

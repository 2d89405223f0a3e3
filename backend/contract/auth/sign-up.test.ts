import { describe, expect, test } from 'vitest'
import {
  clientOf,
  isOwnTarget,
  newEmail,
  openTarget,
  password,
  signedUp,
  useTarget,
} from '../target.ts'

const target = useTarget()

describe('POST /signup', () => {
  test('a sign-up creates an account with the given metadata and signs the user in', async () => {
    const email = `Mixed.${newEmail()}`
    const { data, error } = await clientOf(target).auth.signUp({
      email,
      password,
      options: { data: { full_name: 'Rosa Parks', sub: 'not mine', email: 'other@example.com' } },
    })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(data.user).toMatchObject({
      email: email.toLowerCase(),
      phone: '',
      role: 'authenticated',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Rosa Parks', sub: data.user?.id, email: email.toLowerCase() },
    })
    expect(data.user?.identities?.[0]).toMatchObject({ provider: 'email', id: data.user?.id })
    expect(JSON.stringify(data)).not.toContain('argon2')
  })

  test('the access token contains the claims that row-level security reads', async () => {
    const { session, user, email } = await signedUp(target)
    const claims = JSON.parse(
      Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims).toMatchObject({
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      aal: 'aal1',
      is_anonymous: false,
      amr: [{ method: 'password' }],
    })
    expect(claims.iss).toMatch(/\/auth\/v1$/)
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('POST /signup responds with 400 to JSON that is nested too deeply', async () => {
    const depth = 100_000
    const data = '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
    const response = await fetch(`${target.url}/auth/v1/signup`, {
      method: 'POST',
      body: `{"email":"${newEmail()}","password":"${password}","data":${data}}`,
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad_json' })
  })

  test('POST /signup rejects an email that differs only in case from a taken email', async () => {
    const { email } = await signedUp(target)
    const { error } = await clientOf(target).auth.signUp({ email: email.toUpperCase(), password })
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
  })

  test('ten concurrent sign-ups with the same email create one account if autoconfirm is enabled', async () => {
    const email = newEmail()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => clientOf(target).auth.signUp({ email, password })),
    )
    const codes = responses.map(({ error }) => error?.code ?? 'ok').toSorted()
    expect(codes).toEqual(['ok', ...Array(9).fill('user_already_exists')])
  })

  test('POST /signup rejects a weak password and returns the reasons for the rejection', async () => {
    const { error } = await clientOf(target).auth.signUp({ email: newEmail(), password: 'abc' })
    expect(error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
      message: 'Password should be at least 8 characters.',
    })
  })

  test.runIf(isOwnTarget)(
    'POST /signup rejects a common password and, by default, a guessable password',
    async () => {
      const common = await clientOf(target).auth.signUp({
        email: newEmail(),
        password: 'password1',
      })
      expect(common.error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
      const byDefault = await openTarget({ auth: { passwordMinScore: undefined } })
      const guessable = await clientOf(byDefault).auth.signUp({
        email: newEmail(),
        password: 'Hourspace2026',
      })
      expect(guessable.error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
      await byDefault.close()
    },
  )

  test.each([
    [{ email: 'nobody', password }, 400, 'validation_failed'],
    [{ email: 'a@b@c', password }, 400, 'validation_failed'],
    [{ email: `${'a'.repeat(250)}@example.com`, password }, 400, 'validation_failed'],
    [{ email: 'nul\0@example.com', password }, 400, 'validation_failed'],
    [{ email: 'a@example.com' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', phone: '123', password }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: 'x'.repeat(73) }, 400, 'validation_failed'],
    [
      { email: 'a@example.com', password, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
    ],
    [{ email: 'a@example.com', password, data: { a: 'nul\0' } }, 400, 'validation_failed'],
    [{ email: ['a@example.com'], password }, 400, 'bad_json'],
  ])('POST /signup rejects %j', async (body, status, code) => {
    const response = await post('/signup', JSON.stringify(body))
    expect(response.status).toBe(status)
    expect(response.headers.get('x-sb-error-code')).toBe(code)
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(await response.json()).toMatchObject({ code, message: expect.any(String) })
  })

  test('POST /signup rejects malformed JSON with 400 and oversized bodies with 413', async () => {
    const broken = await post('/signup', '{"email":')
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'bad_json' }])
    const huge = await post('/signup', JSON.stringify({ email: 'x'.repeat(2_000_000) }))
    expect(huge.status).toBe(413)
  })

  test("clients without an API version header receive errors in GoTrue's older format", async () => {
    const response = await fetch(`${target.url}/auth/v1/signup`, { method: 'POST', body: '{' })
    expect(response.headers.get('x-supabase-api-version')).toBeNull()
    expect(await response.json()).toMatchObject({
      code: 400,
      error_code: 'bad_json',
      msg: expect.any(String),
    })
  })
})

function post(path: string, body: string): Promise<Response> {
  return fetch(`${target.url}/auth/v1${path}`, {
    method: 'POST',
    body,
    headers: { 'X-Supabase-Api-Version': '2024-01-01', 'Content-Type': 'application/json' },
  })
}

describe.runIf(isOwnTarget)('sign-up disabled or with email confirmation', () => {
  test('POST /signup is rejected if sign-ups are disabled', async () => {
    const closed = await openTarget({ auth: { disableSignup: true } })
    const { error } = await clientOf(closed).auth.signUp({ email: newEmail(), password })
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
    await closed.close()
  })

  test('a sign-up with confirmation does not reveal existing accounts', async () => {
    const strict = await openTarget({ auth: { enableEmailAutoconfirm: false } })
    const email = newEmail()
    const first = await clientOf(strict).auth.signUp({ email, password })
    expect(first.data.session).toBeNull()
    await strict.sql!`update auth.users set email_confirmed_at = now() where email = ${email}`
    const second = await clientOf(strict).auth.signUp({ email, password })
    expect(second.error).toBeNull()
    expect(second.data.user?.identities).toHaveLength(1)
    expect(second.data.user?.id).not.toBe(first.data.user?.id)
    expect(Object.keys(second.data.user!).toSorted()).toEqual(
      Object.keys(first.data.user!).toSorted(),
    )
    await strict.close()
  })
})

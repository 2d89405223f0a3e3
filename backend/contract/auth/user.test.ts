import { describe, expect, test } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import { clientOf, password, signedUp, useTarget } from '../target.ts'

const target = useTarget()

async function getUser(token: string | null) {
  const response = await fetch(`${target.url}/auth/v1/user`, {
    headers: {
      'X-Supabase-Api-Version': '2024-01-01',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
  })
  const body = (await response.json()) as { code?: string; message?: string; id?: string }
  return { status: response.status, ...body }
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('GET /user', () => {
  test('responses of GET /user, /settings and /verify have X-Content-Type-Options: nosniff', async () => {
    const answers = await Promise.all(
      ['/user', '/settings', '/verify?token=a&type=signup'].map((path) =>
        fetch(`${target.url}/auth/v1${path}`, { redirect: 'manual' }),
      ),
    )
    const said = answers.map(({ headers }) => headers.get('x-content-type-options'))
    expect(said).toEqual(['nosniff', 'nosniff', 'nosniff'])
  })

  test('GET /user returns the signed-in user', async () => {
    const { client, user } = await signedUp(target)
    const { data } = await client.auth.getUser()
    expect(data.user?.id).toBe(user.id)
  })

  test('GET /user rejects a request without an Authorization header', async () => {
    expect(await getUser(null)).toMatchObject({ status: 401, code: 'no_authorization' })
  })

  test('GET /user rejects forged, expired and unsigned tokens, and tokens signed with another secret', async () => {
    const { user, session } = await signedUp(target)
    const own = new Tokens(target.jwtSecret)
    const claims = { sub: user.id, role: 'authenticated', exp: inAnHour() }
    const [head, body] = session.access_token.split('.') as [string, string]
    const refused = {
      nonsense: 'nonsense',
      'other secret': new Tokens('another secret that is long enough').sign(claims),
      expired: own.sign({ ...claims, exp: 1_000_000_000 }),
      'alg none': `${encode({ alg: 'none' })}.${encode(claims)}.`,
      'alg none with a signature': `${encode({ alg: 'none' })}.${encode(claims)}.x`,
      'body exchanged': `${head}.${encode({ ...claims, role: 'service_role' })}.${session.access_token.split('.')[2]}`,
      'signature cut off': `${head}.${body}`,
    }
    for (const [name, token] of Object.entries(refused)) {
      const answer = await getUser(token)
      expect([name, answer.status, answer.code]).toEqual([name, 403, 'bad_jwt'])
      expect(answer.message).toMatch(/^invalid JWT: unable to parse or verify signature, /)
    }
  })

  test('GET /user rejects tokens without a user id, with a malformed user id and with the id of an unknown user', async () => {
    const own = new Tokens(target.jwtSecret)
    const sign = (sub?: string) => own.sign({ sub, role: 'authenticated', exp: inAnHour() })
    expect(await getUser(sign())).toMatchObject({ status: 403, code: 'bad_jwt' })
    expect(await getUser(sign('7'))).toMatchObject({ status: 400, code: 'bad_jwt' })
    expect(await getUser(sign(crypto.randomUUID()))).toMatchObject({
      status: 403,
      code: 'user_not_found',
    })
  })
})

describe('updateUser of supabase-js', () => {
  test('updateUser merges metadata and removes keys that are set to null', async () => {
    const { client } = await signedUp(target)
    await client.auth.updateUser({ data: { full_name: 'A', nickname: 'B' } })
    const { data } = await client.auth.updateUser({ data: { full_name: 'C', nickname: null } })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'C' })
    expect(data.user?.user_metadata).not.toHaveProperty('nickname')
  })

  test('a new password revokes all other sessions and keeps the current session', async () => {
    const { client, email } = await signedUp(target)
    const other = clientOf(target)
    await other.auth.signInWithPassword({ email, password })
    const { error } = await client.auth.updateUser({ password: 'another one 2' })
    expect(error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const old = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(old.error?.code).toBe('invalid_credentials')
    const renewed = await clientOf(target).auth.signInWithPassword({
      email,
      password: 'another one 2',
    })
    expect(renewed.error).toBeNull()
  })

  test('PUT /user rejects an unchanged password, a weak password, a taken email and app_metadata', async () => {
    const { client, session } = await signedUp(target)
    const { email: taken } = await signedUp(target)
    expect((await client.auth.updateUser({ password })).error?.code).toBe('same_password')
    expect((await client.auth.updateUser({ password: 'x' })).error?.code).toBe('weak_password')
    expect((await client.auth.updateUser({ email: taken })).error?.code).toBe('email_exists')
    const response = await fetch(`${target.url}/auth/v1/user`, {
      method: 'PUT',
      body: JSON.stringify({ app_metadata: { role: 'admin' } }),
      headers: { Authorization: `Bearer ${session.access_token}` },
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('x-sb-error-code')).toBe('not_admin')
  })
})

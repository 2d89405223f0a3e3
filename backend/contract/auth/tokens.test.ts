import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'

let target: Target
beforeAll(async () => (target = await openTarget()))
afterAll(() => target.close())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (token: string, index: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[index]!, 'base64url').toString()) as Record<
    string,
    unknown
  >

type KeySet = { keys: { kid: string; kty: string; alg: string; d?: string }[] }
const keySet = async (of = target) =>
  (await (await fetch(`${of.url}/auth/v1/.well-known/jwks.json`)).json()) as KeySet

const askFor = (path: string, token: string) =>
  fetch(`${target.url}${path}`, {
    headers: { apikey: target.anonKey, authorization: `Bearer ${token}` },
  })

test('access tokens are signed with a published key, and the client can verify them', async () => {
  const { client, session } = await signedUp(target)
  const { alg, kid } = read(session.access_token, 0)
  expect(alg).toBe('ES256')
  const { keys } = await keySet()
  expect(keys.map((key) => key.kid)).toContain(kid)
  expect(keys.every((key) => key.kty === 'EC' && key.alg === 'ES256' && !('d' in key))).toBe(true)

  const { data, error } = await client.auth.getClaims(session.access_token)
  expect(error).toBeNull()
  expect(data?.claims).toMatchObject({
    sub: session.user.id,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password' }],
    session_id: expect.any(String),
    is_anonymous: false,
  })
})

test('GET /.well-known/jwks.json is cacheable for ten minutes', async () => {
  const answer = await fetch(`${target.url}/auth/v1/.well-known/jwks.json`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
})

test.each(['/auth/v1/user', '/rest/v1/profiles', '/storage/v1/bucket'])(
  'an access token is accepted by %s, but a modified access token is rejected',
  async (path) => {
    const { session } = await signedUp(target)
    const [head, , signature] = session.access_token.split('.')
    const claims = { ...read(session.access_token, 1), role: 'service_role' }
    expect([401, 403]).not.toContain((await askFor(path, session.access_token)).status)
    const changed = await askFor(path, `${head}.${part(claims)}.${signature}`)
    expect([400, 401, 403]).toContain(changed.status)
  },
)

describe('forged tokens', () => {
  test.each<[string, (head: Record<string, unknown>, key: object) => Promise<string> | string]>([
    ['alg none', (head, claims) => `${part({ ...head, alg: 'none' })}.${part(claims)}.`],
    [
      'alg None with a signature',
      (head, claims) => `${part({ ...head, alg: 'None' })}.${part(claims)}.AA`,
    ],
    [
      'the public key as a shared secret',
      async (head, claims) => {
        const [jwk] = (await keySet()).keys
        const input = `${part({ ...head, alg: 'HS256' })}.${part(claims)}`
        const forged = createHmac('sha256', JSON.stringify(jwk)).update(input).digest('base64url')
        return `${input}.${forged}`
      },
    ],
    [
      'another key with the id of a published key',
      (head, claims) => {
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        const input = `${part(head)}.${part(claims)}`
        const options = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
        return `${input}.${sign('sha256', Buffer.from(input), options).toString('base64url')}`
      },
    ],
    [
      'a key in the jwk header of the token',
      (head, claims) => {
        const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        const jwk = publicKey.export({ format: 'jwk' })
        const input = `${part({ alg: 'ES256', typ: 'JWT', kid: head.kid, jwk })}.${part(claims)}`
        const options = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
        return `${input}.${sign('sha256', Buffer.from(input), options).toString('base64url')}`
      },
    ],
    ['an unknown key', (head, claims) => `${part({ ...head, kid: 'nobody' })}.${part(claims)}.AA`],
    [
      'a file path as the key id',
      (head, claims) => `${part({ ...head, kid: '../../dev/null' })}.${part(claims)}.AA`,
    ],
    [
      'a signature of 64 zero bytes',
      (head, claims) => `${part(head)}.${part(claims)}.${Buffer.alloc(64).toString('base64url')}`,
    ],
  ])('a forged access token is rejected: %s', async (_, forge) => {
    const { session } = await signedUp(target)
    const claims = { ...read(session.access_token, 1), role: 'service_role' }
    const token = await forge(read(session.access_token, 0), claims)
    const answer = await askFor('/auth/v1/user', token)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error_code: 'bad_jwt' })
    expect((await askFor('/rest/v1/profiles', token)).status).toBe(401)
    expect((await askFor('/auth/v1/admin/users', token)).status).toBe(403)
  })
})

describe.runIf(isOwnTarget)('tokens issued by the server', () => {
  const another = (settings: Parameters<typeof openTarget>[0]) => openTarget(settings)

  test('an access token whose aud claim names another audience is rejected', async () => {
    const { Tokens } = await import('#backend/platform/jwt.ts')
    const { session } = await signedUp(target)
    const claims = { ...read(session.access_token, 1), aud: 'another service' }
    const answer = await askFor('/auth/v1/user', new Tokens(target.jwtSecret).sign(claims))
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ error_code: 'bad_jwt' }),
    ])
  })

  test('access tokens signed with the shared secret are accepted', async () => {
    const { Tokens } = await import('#backend/platform/jwt.ts')
    const { session } = await signedUp(target)
    const token = new Tokens(target.jwtSecret).sign(read(session.access_token, 1))
    expect((await askFor('/auth/v1/user', token)).status).toBe(200)
  })

  test('with HS256, access tokens are signed with the shared secret and the key set is empty', async () => {
    const shared = await another({ auth: { signingAlgorithm: 'HS256' } })
    const { session } = await signedUp(shared)
    expect(read(session.access_token, 0).alg).toBe('HS256')
    expect((await keySet(shared)).keys).toEqual([])
    const { data } = await clientOf(shared).auth.getUser(session.access_token)
    expect(data.user?.id).toBe(session.user.id)
    await shared.close()
  })
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'

describe.runIf(isOwnTarget)('correctly signed tokens with unusual claims', () => {
  let target: Target
  const bucket = `private-${Date.now()}`
  beforeAll(async () => {
    target = await openTarget()
    await target.sql!`insert into storage.buckets (id, name) values (${bucket}, ${bucket})`
  })
  afterAll(() => target.close())

  function token(claims: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
    return `${text}.${createHmac('sha256', target.jwtSecret).update(text).digest('base64url')}`
  }

  async function statuses(claims: object) {
    const headers = { authorization: `Bearer ${token(claims)}`, 'content-type': 'application/json' }
    const messages = [{ topic: 'secret', event: 'e', payload: {}, private: true }]
    const [rest, storage, realtime] = await Promise.all([
      fetch(`${target.url}/rest/v1/space_types?limit=1`, { headers }),
      fetch(`${target.url}/storage/v1/bucket`, { headers }),
      fetch(`${target.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ messages }),
      }),
    ])
    return {
      rest: rest.status,
      storage: storage.status,
      buckets: await storage.text(),
      realtime: realtime.status,
    }
  }

  test('a token whose role is not granted to authenticator cannot read data or storage, even if the role is the database owner', async () => {
    const owner = (await target.sql!`select current_user as name`)[0]!['name'] as string
    for (const role of [
      owner,
      'none',
      'supabase_admin',
      'pg_read_all_data',
      'no"such',
      '',
      ' anon',
    ]) {
      const { rest, buckets } = await statuses({ role })
      expect([role, [401, 403].includes(rest)]).toEqual([role, true])
      expect([role, buckets.includes(bucket)]).toEqual([role, false])
      const { code } = JSON.parse(buckets) as { code: string }
      expect([role, code]).toEqual([role, 'AccessDenied'])
    }
  })

  test.each([
    { role: ['anon'] },
    { role: { name: 'service_role' } },
    { role: true },
    { role: 'anon', sub: 5 },
    { role: 'anon', exp: 'never' },
    { role: 'anon', exp: null },
    { role: 'anon', exp: '4102444800' },
    { role: 'anon', nbf: {} },
    { role: 'anon', iat: 'now' },
    { role: 'anon', aud: 7 },
    { role: 'anon', aud: ['authenticated', 7] },
  ])(
    'the data, storage and realtime services reject a signed token with the claims %j',
    async (claims) => {
      expect(await statuses(claims)).toMatchObject({ rest: 401, storage: 400, realtime: 401 })
    },
  )

  test.each([
    [{ exp: 'never' }, "The JWT 'exp' claim must be a number"],
    [{ nbf: [] }, "The JWT 'nbf' claim must be a number"],
    [{ iat: true }, "The JWT 'iat' claim must be a number"],
    [{ aud: { a: 1 } }, "The JWT 'aud' claim must be a string or an array of strings"],
    [{ role: 5 }, "The JWT 'role' claim must be a string"],
  ])('the data API returns PGRST303 for a token with the claims %j', async (claims, message) => {
    const headers = { authorization: `Bearer ${token({ role: 'anon', ...claims })}` }
    const response = await fetch(`${target.url}/rest/v1/space_types`, { headers })
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { code: 'PGRST303', message },
    ])
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test.each([{ aud: null }, { aud: [] }, { aud: 'x' }, { sub: null }, { iat: 0 }])(
    'the data API accepts a token with the claims %j',
    async (claims) => {
      expect((await statuses({ role: 'anon', ...claims })).rest).toBe(200)
    },
  )

  test('a token is rejected if its nbf claim is further in the future than the allowed clock skew', async () => {
    const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
    const later = await statuses({ role: 'anon', nbf: inSeconds(120) })
    expect(later).toMatchObject({ rest: 401, storage: 400, realtime: 401 })
    expect((await statuses({ role: 'anon', nbf: inSeconds(5) })).rest).toBe(200)
  })
})

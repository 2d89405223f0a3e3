import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackend } from '#backend/main.ts'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'
import {
  clientOf,
  isOwnTarget,
  newEmail,
  openTarget,
  password,
  signedUp,
  type Target,
} from '../target.ts'
import { hear, newAddress, type Heard } from './callers.ts'

const few = {
  otp: 3,
  verify: 3,
  tokenRefresh: 3,
  sso: 3,
  anonymousUsers: 2,
  emailSent: 4,
  smsSent: 2,
}

/** Statuses of `times` calls, one after the other. */
async function repeat(times: number, call: (time: number) => Promise<Heard>) {
  const answers: Heard[] = []
  for (let time = 0; time < times; time += 1) answers.push(await call(time))
  return answers
}

describe.runIf(isOwnTarget)('rate limits', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget({
      auth: { limits: few, enablePhone: true, otp: { mailInterval: 0, textInterval: 0 } },
    })
  })
  afterAll(() => target.close())

  const somebody = () => ({ email: newEmail(), password })
  const challenge = 'c'.repeat(43)
  test.each<[string, () => unknown]>([
    ['/signup', somebody],
    ['/token?grant_type=password', somebody],
    ['/token?grant_type=refresh_token', () => ({ refresh_token: 'aaaaaaaaaaaa' })],
    ['/token?grant_type=pkce', () => ({ auth_code: 'a', code_verifier: challenge })],
    ['/token?grant_type=id_token', () => ({ provider: 'google', id_token: 'a' })],
    ['/otp', somebody],
    ['/magiclink', somebody],
    ['/recover', somebody],
    ['/resend', () => ({ type: 'signup', email: newEmail() })],
    ['/verify', () => ({ type: 'email', email: newEmail(), token: '123456' })],
    ['/sso', () => ({ domain: 'example.com' })],
    ['/sso/saml/acs', () => ({})],
    ['/callback', () => ({})],
  ])('POST %s: one caller may ask three times, another is served', async (path, body) => {
    const address = newAddress()
    const answers = await repeat(4, () => hear(target, path, body(), { address }))
    expect(answers.slice(0, 3).map(({ status }) => status)).not.toContain(429)
    const refused = answers[3]!
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(refused.body.message).toBe(
      `For security purposes, you can only request this after ${seconds} seconds.`,
    )
    const other = await hear(target, path, body(), { address: newAddress() })
    expect(other.status).not.toBe(429)
  })

  test.each([
    '/authorize?provider=google',
    '/user/identities/authorize?provider=google',
    '/callback',
    '/verify?token=a&type=signup',
  ])('GET %s: one caller may ask three times', async (path) => {
    const address = newAddress()
    const answers = await repeat(4, () => hear(target, path, undefined, { address }))
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true])
  })

  test('guests without a name have an allowance of their own', async () => {
    const address = newAddress()
    const answers = await repeat(3, () => hear(target, '/signup', {}, { address }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect((await hear(target, '/signup', somebody(), { address })).status).toBe(200)
  })

  test('one kind of proof does not use up the allowance of another', async () => {
    const address = newAddress()
    const ask = (grant: string) => hear(target, `/token?grant_type=${grant}`, {}, { address })
    await repeat(4, () => ask('password'))
    expect((await ask('password')).status).toBe(429)
    expect((await ask('refresh_token')).status).toBe(400)
  })

  test('no mailbox is filled, however many callers ask, whether or not there is an account', async () => {
    const { email: known } = await signedUp(target)
    for (const email of [known, newEmail()]) {
      const answers = await repeat(5, () =>
        hear(target, '/recover', { email }, { address: newAddress() }),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
      expect(answers[4]!.body.code).toBe('over_email_send_rate_limit')
    }
    const shouted = { email: known.toUpperCase() }
    expect((await hear(target, '/recover', shouted, { address: newAddress() })).status).toBe(429)
  })

  test('nor by asking for mails of every kind, signed in or not', async () => {
    const { email, session } = await signedUp(target)
    const ask = (path: string) => hear(target, path, { email }, { address: newAddress() })
    const remind = () => hear(target, '/reauthenticate', undefined, { token: session.access_token })
    expect((await ask('/recover')).status).toBe(200)
    expect((await ask('/otp')).status).toBe(200)
    expect((await ask('/magiclink')).status).toBe(200)
    expect((await remind()).status).toBe(200)
    for (const answer of [await remind(), await ask('/recover')]) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
    }
  })

  test.each(['/otp', '/magiclink'])('POST %s: nobody runs up a bill for texts', async (path) => {
    const phone = path === '/otp' ? '+4915112345678' : '+4915112345679'
    const answers = await repeat(3, () => hear(target, path, { phone }, { address: newAddress() }))
    expect(answers[2]).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } })
  })

  test('nor do guests, by asking for numbers of their own', async () => {
    const address = newAddress()
    const ask = async (time: number) => {
      const { data } = await clientOf(target).auth.signInAnonymously()
      const response = await fetch(`${target.url}/auth/v1/user`, {
        method: 'PUT',
        body: JSON.stringify({ phone: `+491511234560${time}`, email: newEmail() }),
        headers: {
          'X-Forwarded-For': address,
          Authorization: `Bearer ${data.session!.access_token}`,
        },
      })
      return response.status
    }
    expect([await ask(0), await ask(1), await ask(2)]).toEqual([500, 500, 429])
  })

  test('the addresses of one household with IPv6 are one caller, the next household is another', async () => {
    const ask = (address: string) => hear(target, '/sso', { domain: 'example.com' }, { address })
    const home = ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff::2', '2001:DB8:1:2:3:4:5:6']
    for (const address of home) expect((await ask(address)).status).not.toBe(429)
    expect((await ask('2001:db8:1:2::9')).status).toBe(429)
    expect((await ask('2001:db8:1:3::1')).status).not.toBe(429)
  })

  test.each(['PUT /user', 'GET /reauthenticate', 'POST /factors'])(
    '%s: one caller may ask three times, whoever they are signed in as',
    async (call) => {
      const [method = '', path = ''] = call.split(' ')
      const address = newAddress()
      const statuses: number[] = []
      for (let time = 0; time < 4; time += 1) {
        const response = await fetch(`${target.url}/auth/v1${path}`, {
          method,
          headers: { 'X-Forwarded-For': address },
        })
        statuses.push(response.status)
      }
      expect(statuses).toEqual([401, 401, 401, 429])
    },
  )

  test('who has no address shares nothing, and this machine may ask a hundred times as often', async () => {
    const ask = (address?: string) =>
      hear(target, '/callback', {}, address === undefined ? {} : { address })
    const within = await repeat(5, () => ask())
    const beside = await repeat(5, () => ask('127.0.0.1'))
    expect([...within, ...beside].map(({ status }) => status)).not.toContain(429)
  })

  test('what anybody may read is not counted', async () => {
    const address = newAddress()
    for (const path of ['/health', '/settings', '/.well-known/jwks.json']) {
      const answers = await repeat(5, () => hear(target, path, undefined, { address }))
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    }
  })

  test('nothing that may hold a token is kept by anybody, and what may be kept says so', async () => {
    const answer = await hear(target, '/signup', somebody(), { address: newAddress() })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const refused = await hear(target, '/verify?token=a&type=signup', undefined, {
      address: newAddress(),
    })
    expect(refused.status).toBe(303)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const keys = await hear(target, '/.well-known/jwks.json')
    expect(keys.headers.get('cache-control')).toContain('max-age')
  })
})

test.runIf(isOwnTarget)('processes that share a database share what was used', async () => {
  const database = await createTestDatabase()
  const settings = {
    databaseUrl: database.url,
    siteUrl: 'http://localhost',
    storageDir: '/nonexistent',
    jwtSecret: 'a secret of the contract tests, 40 letters',
    anonKey: 'anon',
    serviceRoleKey: 'service',
    auth: { limits: few },
  }
  const processes = [await createBackend(settings), await createBackend(settings)] as const
  const ask = async (one: (typeof processes)[number]) => {
    const answer = await one.fetch(
      new Request('http://localhost/auth/v1/sso', {
        method: 'POST',
        body: '{}',
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      }),
    )
    return answer.status === 429
  }
  const refused = []
  for (const one of [processes[0], processes[1], processes[0], processes[1]]) {
    refused.push(await ask(one))
  }
  expect(refused).toEqual([false, false, false, true])
  for (const one of processes) await one.close()
  await database.drop()
})

test.runIf(isOwnTarget)('an operator may switch them off, for a measurement', async () => {
  const target = await openTarget({ auth: { limits: few, rateLimits: false } })
  const address = newAddress()
  const answers = await repeat(6, () => hear(target, '/sso', {}, { address }))
  expect(answers.map(({ status }) => status)).not.toContain(429)
  await target.close()
})

test.runIf(isOwnTarget)('a large allowance is handed out in full, and no further', async () => {
  const target = await openTarget({ auth: { limits: { ...few, tokenRefresh: 150 } } })
  const address = newAddress()
  const body = { refresh_token: 'aaaaaaaaaaaa' }
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      hear(target, '/token?grant_type=refresh_token', body, { address }),
    ),
  )
  const served = answers.filter(({ status }) => status !== 429).length
  expect(served).toBeGreaterThanOrEqual(150)
  // All of it comes back in five minutes, some of it while they ask.
  const cameBack = ((performance.now() - begun) / 300_000) * 150
  expect(served).toBeLessThanOrEqual(156 + cameBack)
  await target.close()
})

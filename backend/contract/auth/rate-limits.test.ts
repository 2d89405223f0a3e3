import { describe, expect, test } from 'vitest'
import { createBackend } from '#backend/main.ts'
import { createTestDatabase } from '@hourspace/launch/testing/database.ts'
import {
  clientOf,
  isOwnTarget,
  newEmail,
  openTarget,
  password,
  signedUp,
  useTarget,
} from '../target.ts'
import { send, newIpAddress, type Received } from './clients.ts'

const few = {
  otp: 3,
  verify: 3,
  tokenRefresh: 3,
  sso: 3,
  anonymousUsers: 2,
  emailSent: 4,
  smsSent: 2,
}

async function repeat(times: number, call: (time: number) => Promise<Received>) {
  const answers: Received[] = []
  for (let time = 0; time < times; time += 1) answers.push(await call(time))
  return answers
}

describe.runIf(isOwnTarget)('rate limits', () => {
  const target = useTarget({
    auth: { limits: few, enablePhone: true, otp: { mailInterval: 0, textInterval: 0 } },
  })

  const newUser = () => ({ email: newEmail(), password })
  const challenge = 'c'.repeat(43)
  test.each<[string, () => unknown]>([
    ['/signup', newUser],
    ['/token?grant_type=password', newUser],
    ['/token?grant_type=refresh_token', () => ({ refresh_token: 'aaaaaaaaaaaa' })],
    ['/token?grant_type=pkce', () => ({ auth_code: 'a', code_verifier: challenge })],
    ['/token?grant_type=id_token', () => ({ provider: 'google', id_token: 'a' })],
    ['/otp', newUser],
    ['/magiclink', newUser],
    ['/recover', newUser],
    ['/resend', () => ({ type: 'signup', email: newEmail() })],
    ['/verify', () => ({ type: 'email', email: newEmail(), token: '123456' })],
    ['/sso', () => ({ domain: 'example.com' })],
    ['/sso/saml/acs', () => ({})],
    ['/callback', () => ({})],
  ])(
    'POST %s allows three requests per client, independent of other clients',
    async (path, body) => {
      const address = newIpAddress()
      const answers = await repeat(4, () => send(target, path, body(), { address }))
      expect(answers.slice(0, 3).map(({ status }) => status)).not.toContain(429)
      const refused = answers[3]!
      expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(refused.body.message).toBe(
        `For security purposes, you can only request this after ${seconds} seconds.`,
      )
      const other = await send(target, path, body(), { address: newIpAddress() })
      expect(other.status).not.toBe(429)
    },
  )

  test.each([
    '/authorize?provider=google',
    '/user/identities/authorize?provider=google',
    '/callback',
    '/verify?token=a&type=signup',
  ])('GET %s allows three requests per client', async (path) => {
    const address = newIpAddress()
    const answers = await repeat(4, () => send(target, path, undefined, { address }))
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true])
  })

  test('anonymous sign-ups have their own rate limit', async () => {
    const address = newIpAddress()
    const answers = await repeat(3, () => send(target, '/signup', {}, { address }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect((await send(target, '/signup', newUser(), { address })).status).toBe(200)
  })

  test('each grant type of POST /token has its own rate limit', async () => {
    const address = newIpAddress()
    const ask = (grant: string) => send(target, `/token?grant_type=${grant}`, {}, { address })
    await repeat(4, () => ask('password'))
    expect((await ask('password')).status).toBe(429)
    expect((await ask('refresh_token')).status).toBe(400)
  })

  test('emails to one address are limited across clients, whether or not the address has an account', async () => {
    const { email: known } = await signedUp(target)
    for (const email of [known, newEmail()]) {
      const answers = await repeat(5, () =>
        send(target, '/recover', { email }, { address: newIpAddress() }),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
      expect(answers[4]!.body.code).toBe('over_email_send_rate_limit')
    }
    const shouted = { email: known.toUpperCase() }
    expect((await send(target, '/recover', shouted, { address: newIpAddress() })).status).toBe(429)
  })

  test('emails to one address are limited across all types of emails, whether or not the caller is signed in', async () => {
    const { email, session } = await signedUp(target)
    const ask = (path: string) => send(target, path, { email }, { address: newIpAddress() })
    const remind = () => send(target, '/reauthenticate', undefined, { token: session.access_token })
    expect((await ask('/recover')).status).toBe(200)
    expect((await ask('/otp')).status).toBe(200)
    expect((await ask('/magiclink')).status).toBe(200)
    expect((await remind()).status).toBe(200)
    for (const answer of [await remind(), await ask('/recover')]) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
    }
  })

  test.each(['/otp', '/magiclink'])(
    'POST %s limits the number of SMS per phone number across clients',
    async (path) => {
      const phone = path === '/otp' ? '+4915112345678' : '+4915112345679'
      const answers = await repeat(3, () =>
        send(target, path, { phone }, { address: newIpAddress() }),
      )
      expect(answers[2]).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } })
    },
  )

  test('a client cannot exceed the SMS limit with several anonymous accounts and phone numbers', async () => {
    const address = newIpAddress()
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

  test('all IPv6 addresses in a /64 network share one rate limit, and each /64 network has its own rate limit', async () => {
    const ask = (address: string) => send(target, '/sso', { domain: 'example.com' }, { address })
    const home = ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff::2', '2001:DB8:1:2:3:4:5:6']
    for (const address of home) expect((await ask(address)).status).not.toBe(429)
    expect((await ask('2001:db8:1:2::9')).status).toBe(429)
    expect((await ask('2001:db8:1:3::1')).status).not.toBe(429)
  })

  test.each(['PUT /user', 'GET /reauthenticate', 'POST /factors'])(
    '%s allows three requests per client, including requests without an access token',
    async (call) => {
      const [method = '', path = ''] = call.split(' ')
      const address = newIpAddress()
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

  test('requests without an IP address and requests from loopback addresses have a higher rate limit than other clients', async () => {
    const ask = (address?: string) =>
      send(target, '/callback', {}, address === undefined ? {} : { address })
    const within = await repeat(5, () => ask())
    const beside = await repeat(5, () => ask('127.0.0.1'))
    expect([...within, ...beside].map(({ status }) => status)).not.toContain(429)
  })

  test('GET /health, /settings and /.well-known/jwks.json have no rate limit', async () => {
    const address = newIpAddress()
    for (const path of ['/health', '/settings', '/.well-known/jwks.json']) {
      const answers = await repeat(5, () => send(target, path, undefined, { address }))
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    }
  })

  test('auth responses are not cacheable, except the key set', async () => {
    const answer = await send(target, '/signup', newUser(), { address: newIpAddress() })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const refused = await send(target, '/verify?token=a&type=signup', undefined, {
      address: newIpAddress(),
    })
    expect(refused.status).toBe(303)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const keys = await send(target, '/.well-known/jwks.json')
    expect(keys.headers.get('cache-control')).toContain('max-age')
  })
})

test.runIf(isOwnTarget)('auth processes that share a database also share rate limits', async () => {
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

test.runIf(isOwnTarget)('the rate limits of the auth service can be switched off', async () => {
  const target = await openTarget({ auth: { limits: few, rateLimits: false } })
  const address = newIpAddress()
  const answers = await repeat(6, () => send(target, '/sso', {}, { address }))
  expect(answers.map(({ status }) => status)).not.toContain(429)
  await target.close()
})

test.runIf(isOwnTarget)(
  'a large rate limit allows the configured number of requests and only slightly more',
  async () => {
    const target = await openTarget({ auth: { limits: { ...few, tokenRefresh: 150 } } })
    const address = newIpAddress()
    const body = { refresh_token: 'aaaaaaaaaaaa' }
    const started = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        send(target, '/token?grant_type=refresh_token', body, { address }),
      ),
    )
    const served = answers.filter(({ status }) => status !== 429).length
    expect(served).toBeGreaterThanOrEqual(150)
    // While the requests run, part of the rate limit refills. A complete refill takes five minutes.
    const cameBack = ((performance.now() - started) / 300_000) * 150
    expect(served).toBeLessThanOrEqual(156 + cameBack)
    await target.close()
  },
)

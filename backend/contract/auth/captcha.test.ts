import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, openTarget, password, type Target } from '../target.ts'
import { send } from './clients.ts'

const secret = 'the secret of the captcha'

describe.runIf(isOwnTarget)('CAPTCHA', () => {
  let target: Target
  let provider: ReturnType<typeof serve>
  /** Requests that the fake CAPTCHA provider received, and its response to the next request. */
  let asked: URLSearchParams[] = []
  let answer: () => Response = () => new Response()

  beforeAll(async () => {
    const fetch = async (request: Request) => {
      asked.push(new URLSearchParams(await request.text()))
      return answer()
    }
    provider = serve({ fetch, port: 0 })
    const { port } = provider.address() as AddressInfo
    const captcha = { provider: 'hcaptcha', secret, url: `http://127.0.0.1:${port}/siteverify` }
    target = await openTarget({
      logLevel: 'silent',
      auth: { captcha: { ...captcha, provider: 'hcaptcha' }, captchaSiteKey: 'a key' },
    })
  })
  afterAll(async () => {
    await target.close()
    await new Promise((resolve) => provider.close(resolve))
  })
  beforeEach(() => {
    asked = []
    answer = () => Response.json({ success: true })
  })

  test('GET /settings returns the CAPTCHA provider and site key but not the secret', async () => {
    const response = await fetch(`${target.url}/auth/v1/settings`)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ captcha: { provider: 'hcaptcha', site_key: 'a key' } })
    expect(text).not.toContain(secret)
  })

  const refused = (reason: string) => ({
    status: 400,
    body: {
      code: 'captcha_failed',
      message: `captcha protection: request disallowed (${reason})`,
    },
  })

  test('a valid CAPTCHA token allows sign-up and sign-in, and the CAPTCHA provider receives the secret, the token and the client IP address', async () => {
    const email = newEmail()
    const { auth } = clientOf(target)
    const options = { captchaToken: 'solved' }
    expect((await auth.signUp({ email, password, options })).error).toBeNull()
    expect((await auth.signInWithPassword({ email, password, options })).error).toBeNull()
    expect((await auth.signInAnonymously({ options })).error).toBeNull()
    expect((await auth.resetPasswordForEmail(email, options)).error).toBeNull()
    expect((await auth.signInWithOtp({ email: newEmail(), options })).error).toBeNull()
    expect(asked).toHaveLength(5)
    expect(Object.fromEntries(asked[0]!)).toEqual({ secret, response: 'solved' })

    const body = { email, password, gotrue_meta_security: { captcha_token: 'solved' } }
    await send(target, '/token?grant_type=password', body, { address: '203.0.113.7' })
    expect(asked[5]!.get('remoteip')).toBe('203.0.113.7')
  })

  test.each([
    '/signup',
    '/token?grant_type=password',
    '/otp',
    '/magiclink',
    '/recover',
    '/resend',
    '/sso',
  ])(
    'POST %s without a CAPTCHA token is rejected without contacting the provider',
    async (path) => {
      for (const security of [{}, { gotrue_meta_security: { captcha_token: ' ' } }]) {
        const body = { email: newEmail(), password, type: 'signup', ...security }
        expect(await send(target, path, body)).toMatchObject(refused('no captcha_token found'))
      }
      expect(asked).toEqual([])
    },
  )

  test('a failed CAPTCHA check returns the error codes of the CAPTCHA provider', async () => {
    answer = () =>
      Response.json({ success: false, 'error-codes': ['timeout-or-duplicate', 'bad-request'] })
    const email = newEmail()
    const body = { email, password, gotrue_meta_security: { captcha_token: 'used before' } }
    expect(await send(target, '/signup', body)).toMatchObject(
      refused('timeout-or-duplicate, bad-request'),
    )
    answer = () => Response.json({ success: true })
    const signIn = await send(target, '/token?grant_type=password', body)
    expect(signIn.body.code).toBe('invalid_credentials')
  })

  test.each([
    ['fails with an error', () => new Response('no', { status: 500 })],
    ['returns an unexpected body', () => Response.json({ success: 'yes' })],
  ])(
    'POST /signup returns 400, which clients do not retry, if the CAPTCHA provider %s',
    async (_how, down) => {
      answer = down
      const body = {
        email: newEmail(),
        password,
        gotrue_meta_security: { captcha_token: 'solved' },
      }
      expect(await send(target, '/signup', body)).toMatchObject({
        status: 400,
        body: { code: 'captcha_failed', message: 'captcha verification process failed' },
      })
    },
  )

  test('token refresh and requests with the service role need no CAPTCHA token', async () => {
    const options = { captchaToken: 'solved' }
    const { data } = await clientOf(target).auth.signInAnonymously({ options })
    const body = { refresh_token: data.session!.refresh_token }
    expect((await send(target, '/token?grant_type=refresh_token', body)).status).toBe(200)
    const own = { token: target.serviceRoleKey }
    const person = { email: newEmail(), password }
    expect((await send(target, '/signup', person, own)).status).toBe(200)
    expect((await send(target, '/signup', person, { token: target.anonKey })).status).toBe(400)
    expect(asked).toHaveLength(1)
  })
})

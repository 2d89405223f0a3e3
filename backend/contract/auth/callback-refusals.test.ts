import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaultName } from '@hourspace/sandbox/identity/core/faults.ts'
import { isOwnTarget, newEmail } from '../target.ts'
import {
  accountsOf,
  arrive,
  ask,
  navigate,
  newChallenge,
  openProviders,
  userOf,
  type Providers,
} from './providers.ts'

describe.runIf(isOwnTarget)('GET /callback: rejections', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  describe('state parameter', () => {
    test.each([
      ['?code=x', 'bad_oauth_callback'],
      ['?code=x&state=nonsense', 'bad_oauth_state'],
      [`?code=x&state=${crypto.randomUUID()}`, 'bad_oauth_state'],
    ])('the OAuth callback rejects an invalid state: %s', async (query, code) => {
      const { status, json } = await ask(providers.target, `/callback${query}`)
      expect([status, json]).toMatchObject([400, { code }])
    })

    test('the OAuth callback redirects a browser navigation with an invalid state to the site with an error', async () => {
      const headers = { 'sec-fetch-mode': 'navigate' }
      const callback = `http://localhost/auth/v1/callback?code=x&state=${crypto.randomUUID()}`
      const arrival = await navigate(providers, callback, headers)
      expect(arrival.url?.host).toBe('localhost')
      expect(arrival.query.get('error_code')).toBe('bad_oauth_state')
    })

    test('the OAuth callback rejects a state that was already used', async () => {
      const first = await providers.travel()
      const second = await arrive(providers.target, first.callback)
      expect([second.response.status, await second.response.json()]).toMatchObject([
        400,
        { error_code: 'bad_oauth_state' },
      ])
      const { query } = newChallenge()
      const withCode = await providers.travel({ query })
      expect((await arrive(providers.target, withCode.callback)).response.status).toBe(400)
    })

    test('an OAuth state expires after ten minutes', async () => {
      const asked = await ask(providers.target, '/authorize?provider=google')
      const { url } = await providers.sandbox.signIn(asked.headers.get('location')!)
      const state = new URL(url).searchParams.get('state')!
      await providers.sql`
        update auth.flow_state set created_at = now() - interval '11 minutes' where id = ${state}`
      expect((await arrive(providers.target, url)).response.status).toBe(400)
    })

    test('the OAuth callback rejects an authorization code issued for another sign-in', async () => {
      const mine = await ask(providers.target, '/authorize?provider=google')
      const other = await ask(providers.target, '/authorize?provider=google')
      const { url } = await providers.sandbox.signIn(mine.headers.get('location')!)
      const crossed = new URL(url)
      const foreign = new URL(other.headers.get('location')!).searchParams.get('state')!
      crossed.searchParams.set('state', foreign)
      const arrival = await arrive(providers.target, crossed.href)
      expect(arrival.query.get('error_description')).toBe('Unable to exchange external code')
      expect(arrival.fragment.get('access_token')).toBeNull()
    })

    test('the OAuth callback rejects a response from a provider other than the provider of the sign-in', async () => {
      const google = await ask(providers.target, '/authorize?provider=google')
      const github = await ask(providers.target, '/authorize?provider=github')
      const { url } = await providers.sandbox.signIn(github.headers.get('location')!)
      const crossed = new URL(url)
      const foreign = new URL(google.headers.get('location')!).searchParams.get('state')!
      crossed.searchParams.set('state', foreign)
      const arrival = await arrive(providers.target, crossed.href)
      expect(arrival.query.get('error')).toBe('server_error')
    })

    test('the OAuth callback is rejected in a browser other than the one that started the sign-in', async () => {
      const asked = await ask(providers.target, '/authorize?provider=google')
      const cookie = asked.headers.get('set-cookie')!
      expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
      const { url } = await providers.sandbox.signIn(asked.headers.get('location')!)
      const other = await navigate(providers, url, { 'sec-fetch-mode': 'navigate' })
      expect(other.query.get('error_code')).toBe('bad_oauth_state')
      const forged = await navigate(providers, url, {
        'sec-fetch-mode': 'navigate',
        cookie: `${cookie.split('=')[0]}=forged`,
      })
      expect(forged.query.get('error_code')).toBe('bad_oauth_state')
      const own = await navigate(providers, url, {
        'sec-fetch-mode': 'navigate',
        cookie: cookie.split(';')[0]!,
      })
      expect(own.fragment.get('access_token')).toMatch(/^ey/)
    })
  })

  describe('response of a provider', () => {
    const untrue: FaultName[] = [
      'wrong-code',
      'wrong-nonce',
      'no-nonce',
      'wrong-audience',
      'wrong-issuer',
      'expired',
      'alg-none',
      'key-confusion',
      'foreign-key',
    ]
    test.each(untrue)(
      'the OAuth callback rejects an invalid provider response: %s',
      async (fault) => {
        const email = newEmail()
        const arrival = await providers.travel({ visitor: { email, fault } })
        expect(Object.fromEntries(arrival.query)).toEqual({
          error: 'server_error',
          error_code: 'unexpected_failure',
          error_description: 'Unable to exchange external code',
        })
        expect(arrival.fragment.get('access_token')).toBeNull()
        expect(await accountsOf(providers.sql, email)).toHaveLength(0)
      },
    )

    test('the OAuth callback rejects a response with a forged state', async () => {
      const { response } = await providers.travel({ visitor: { fault: 'wrong-state' } })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: 'bad_oauth_state' },
      ])
    })

    test.each(['google', 'github', 'facebook'])(
      'the OAuth callback rejects a profile without a usable email: %s',
      async (provider) => {
        const arrival = await providers.travel({ provider, visitor: { fault: 'no-email' } })
        expect(arrival.query.get('error_description')).toBe(
          'Error getting user email from external provider',
        )
      },
    )

    test("the OAuth callback accepts a profile without email if the provider's configuration allows it", async () => {
      const lenient = await openProviders({
        external: {
          acme: {
            clientId: providers.sandbox.client.id,
            clientSecret: providers.sandbox.client.secret,
            issuer: providers.sandbox.issuer,
            emailOptional: true,
          },
        },
      })
      const arrival = await lenient.travel({ provider: 'acme', visitor: { fault: 'no-email' } })
      expect(arrival.fragment.get('access_token')).toMatch(/^ey/)
      await lenient.close()
    })
  })

  test('the OAuth callback rejects the sign-in of a banned user', async () => {
    const visitor = { email: newEmail() }
    const { id } = await userOf(providers.target, await providers.travel({ visitor }))
    await providers.sql`
      update auth.users set banned_until = now() + interval '1 day' where id = ${id}`
    const arrival = await providers.travel({ visitor })
    expect(Object.fromEntries(arrival.query)).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    })
  })
})

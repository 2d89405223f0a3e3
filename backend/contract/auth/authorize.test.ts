import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget } from '../target.ts'
import { ask, landing, newChallenge, openProviders, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('GET /authorize', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  const begin = async (query: Record<string, string>) => {
    const { status, headers } = await ask(
      providers.target,
      `/authorize?${new URLSearchParams(query)}`,
    )
    const url = new URL(headers.get('location') ?? 'about:blank')
    return { status, url, cookie: headers.get('set-cookie') }
  }

  test('signInWithOAuth redirects to the provider with state, nonce and PKCE challenge', async () => {
    const { data } = await clientOf(providers.target).auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: landing, skipBrowserRedirect: true, scopes: 'calendar' },
    })
    const response = await fetch(data.url!, { redirect: 'manual' })
    expect(response.status).toBe(302)
    const url = new URL(response.headers.get('location')!)
    expect(url.origin + url.pathname).toBe(`${providers.sandbox.issuer}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'test-application',
      redirect_uri: 'http://localhost/auth/v1/callback',
      response_type: 'code',
      scope: 'openid email profile calendar',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
    })
  })

  test('GET /settings lists the configured providers with their button labels', async () => {
    const { json } = await ask(providers.target, '/settings')
    expect(json).toMatchObject({
      external: { google: true, github: true, acme: true, twitter: false, email: true },
      external_providers: [
        { name: 'google', label: 'Google' },
        { name: 'apple', label: 'Apple' },
        { name: 'github', label: 'GitHub' },
        { name: 'facebook', label: 'Facebook' },
        { name: 'acme', label: 'Acme ID' },
      ],
    })
  })

  test('GET /authorize sends state and a PKCE challenge to an OAuth 2 provider without OpenID Connect', async () => {
    const { status, url } = await begin({ provider: 'github' })
    expect([status, url.href.split('?')[0]]).toEqual([
      302,
      providers.sandbox.endpoints.authorization,
    ])
    expect(url.searchParams.get('scope')).toBe('read:user user:email')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('state')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('for Apple, GET /authorize requests response_mode=form_post and sets a cookie with SameSite=None', async () => {
    const { url, cookie } = await begin({ provider: 'apple' })
    expect(url.searchParams.get('response_mode')).toBe('form_post')
    expect(cookie).toContain('SameSite=None; Secure')
  })

  test('two external sign-ins have different state, nonce and PKCE challenge', async () => {
    const [a, b] = await Promise.all([begin({ provider: 'google' }), begin({ provider: 'google' })])
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(a.url.searchParams.get(name)).not.toBe(b.url.searchParams.get(name))
    }
  })

  test.each(['myspace', '', '__proto__', 'constructor', 'sso:1'])(
    'GET /authorize rejects the unknown provider %j',
    async (provider) => {
      const { status, json } = await ask(
        providers.target,
        `/authorize?${new URLSearchParams({ provider })}`,
      )
      expect([status, json]).toMatchObject([
        400,
        { code: 'validation_failed', message: expect.stringMatching(/^Unsupported provider/) },
      ])
    },
  )

  test.each([
    { code_challenge: 'x'.repeat(43) },
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
  ])('GET /authorize rejects the incomplete or malformed PKCE challenge %j', async (query) => {
    const asked = new URLSearchParams({ provider: 'google', ...(query as Record<string, string>) })
    const { status, json } = await ask(providers.target, `/authorize?${asked}`)
    expect([status, json]).toMatchObject([400, { code: 'validation_failed' }])
  })

  test('query parameters of GET /authorize cannot override reserved parameters of the request to the identity provider', async () => {
    const { url } = await begin({
      provider: 'google',
      client_id: 'evil',
      redirect_uri: 'https://evil.example',
      response_type: 'token',
      state: 'mine',
      nonce: 'mine',
      request: 'x.y.z',
      request_uri: 'https://evil.example/request',
      login_hint: 'mara@example.com',
      prompt: 'consent',
      ...newChallenge().query,
      code_challenge_method: 'plain',
    })
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      client_id: 'test-application',
      redirect_uri: 'http://localhost/auth/v1/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      login_hint: 'mara@example.com',
      prompt: 'consent',
    })
    expect([asked['state'], asked['nonce']]).not.toContain('mine')
    expect(Object.keys(asked)).not.toContain('request')
    expect(Object.keys(asked)).not.toContain('request_uri')
  })

  test('GET /authorize returns 500 if the provider is unreachable', async () => {
    const lost = await openProviders({
      external: { lost: { clientId: 'x', issuer: 'http://127.0.0.1:4239/nobody' } },
    })
    const { status, json } = await ask(lost.target, '/authorize?provider=lost')
    expect([status, json]).toMatchObject([
      500,
      { code: 'unexpected_failure', message: 'The external provider does not answer' },
    ])
    await lost.close()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail } from '../target.ts'
import { ask, landing, newChallenge, openProviders, userOf, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('GET /callback', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  const exchange = (code: string | null, verifier: string) =>
    ask(providers.target, '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: verifier },
    })

  describe('sign-in by a new user', () => {
    test.each(['google', 'apple', 'github', 'acme'])(
      'a first sign-in with %s creates an account with the profile and a session',
      async (provider) => {
        const email = newEmail()
        const visitor = { email, name: 'Mara Quill' }
        const arrival = await providers.travel({ provider, visitor })
        expect(arrival.url?.href).toMatch(new RegExp(`^${landing}#`))
        expect(Object.fromEntries(arrival.fragment)).toMatchObject({
          access_token: expect.stringMatching(/^ey/),
          refresh_token: expect.stringMatching(/^.{12}$/),
          token_type: 'bearer',
          expires_in: '3600',
          provider_token: expect.any(String),
        })
        const user = await userOf(providers.target, arrival)
        expect(user).toMatchObject({
          email,
          is_anonymous: false,
          email_confirmed_at: expect.any(String),
          app_metadata: { provider, providers: [provider] },
          user_metadata: { full_name: 'Mara Quill', email, email_verified: true },
          identities: [{ provider, email, identity_data: { email_verified: true, email } }],
        })
      },
    )

    test('a first sign-in with Facebook creates an account with an unverified email', async () => {
      const email = newEmail()
      const arrival = await providers.travel({ provider: 'facebook', visitor: { email } })
      expect(await userOf(providers.target, arrival)).toMatchObject({
        email,
        identities: [{ provider: 'facebook', identity_data: { email_verified: false } }],
      })
    })

    test('the access token after an external sign-in lists the method oauth in its amr claim', async () => {
      const { fragment } = await providers.travel()
      const [, claims] = fragment.get('access_token')!.split('.')
      expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
        aal: 'aal1',
        amr: [{ method: 'oauth' }],
      })
    })

    test("a second sign-in with an external identity uses the same account, even if the user's name changed", async () => {
      const visitor = { email: newEmail(), name: 'Old Name' }
      const first = await userOf(providers.target, await providers.travel({ visitor }))
      const again = await providers.travel({ visitor: { ...visitor, name: 'New Name' } })
      expect(await userOf(providers.target, again)).toMatchObject({
        id: first.id,
        user_metadata: { full_name: 'New Name' },
      })
    })

    test('ten concurrent OAuth callbacks for one new user create one account', async () => {
      const email = newEmail()
      const arrivals = await Promise.all(
        Array.from({ length: 10 }, () => providers.travel({ visitor: { email } })),
      )
      const ids = await Promise.all(
        arrivals.map(async (arrival) => (await userOf(providers.target, arrival)).id),
      )
      expect(new Set(ids).size).toBe(1)
    })

    test('an external sign-up is written to the audit log with the name of the identity provider', async () => {
      const user = await userOf(providers.target, await providers.travel({ provider: 'github' }))
      const events = await providers.sql`
        select payload ->> 'action' as action, payload -> 'traits' ->> 'provider' as provider
        from auth.audit_log_entries where payload ->> 'actor_id' = ${user.id} and payload ->> 'action' <> 'login'`
      expect([...events]).toEqual([{ action: 'user_signedup', provider: 'github' }])
    })

    test('if sign-ups are disabled, a new user cannot sign in with an external identity', async () => {
      const visitor = { email: newEmail() }
      const open = await openProviders({ disableSignup: true })
      const refused = await open.travel({ visitor })
      expect(Object.fromEntries(refused.query)).toMatchObject({
        error: 'access_denied',
        error_code: 'signup_disabled',
      })
      expect(await open.sql`select from auth.users`).toHaveLength(0)
      await open.close()
    })
  })

  describe('redirect after the callback', () => {
    test("with PKCE, the OAuth callback returns a single-use code that is exchanged for a session and the provider's tokens", async () => {
      const { verifier, query } = newChallenge()
      const arrival = await providers.travel({ query })
      expect(arrival.fragment.get('access_token')).toBeNull()
      const code = arrival.query.get('code')
      const { status, json } = await exchange(code, verifier)
      expect([status, json]).toMatchObject([
        200,
        { access_token: expect.any(String), provider_token: expect.any(String) },
      ])
      expect((await exchange(code, verifier)).json['code']).toBe('flow_state_not_found')
    })

    test('the authorization code of an OAuth callback cannot be exchanged without its PKCE verifier', async () => {
      const { challenge, query } = newChallenge()
      const arrival = await providers.travel({ query })
      const code = arrival.query.get('code')
      expect((await exchange(code, '')).status).toBe(400)
      expect((await exchange(code, challenge)).json['code']).toBe('bad_code_verifier')
    })

    test.each([
      'https://evil.example/account',
      '//evil.example',
      'https://localhost.evil.example',
      'https://localhost@evil.example',
      'http://127.0.0.1@evil.example/',
      'http://127.0.0.1.evil.example/',
      'http://localhost\\@evil.example',
      'javascript:alert(1)',
    ])('the OAuth callback never redirects to the forbidden target %s', async (target) => {
      const arrival = await providers.travel({ query: { redirect_to: target } })
      expect(arrival.url?.host).toBe('localhost')
      expect(arrival.fragment.get('access_token')).toMatch(/^ey/)
    })

    test('an error from the identity provider is added to both the query and the fragment of the redirect URL', async () => {
      const arrival = await providers.travel({ visitor: { cancels: true } })
      expect(arrival.url?.href).toMatch(new RegExp(`^${landing}\\?`))
      const denied = { error: 'access_denied', error_description: 'The user denied access.' }
      expect(Object.fromEntries(arrival.query)).toEqual(denied)
      expect(Object.fromEntries(arrival.fragment)).toMatchObject(denied)
    })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaultName } from '#sandbox/identity/core/faults.ts'
import { clientOf, isOwnTarget, newEmail, password } from '../target.ts'
import {
  arrive,
  ask,
  landing,
  newChallenge,
  openProviders,
  type Arrival,
  type Providers,
} from './providers.ts'

describe.runIf(isOwnTarget)('callback', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  const accountsOf = (email: string) => providers.sql<{ id: string; identities: string[] }[]>`
    select u.id, array_agg(i.provider order by i.created_at, i.provider) as identities
    from auth.users u left join auth.identities i on i.user_id = u.id
    where u.email = ${email} group by u.id`

  const userOf = async ({ fragment }: Arrival) => {
    const { json } = await ask(providers.target, '/user', {
      token: fragment.get('access_token') ?? '',
    })
    return json as Record<string, unknown> & { id: string; identities: { provider: string }[] }
  }

  const exchange = (code: string | null, verifier: string) =>
    ask(providers.target, '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: verifier },
    })

  describe('somebody new', () => {
    test.each(['google', 'apple', 'github', 'acme'])(
      'gets an account with what %s tells, and is signed in',
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
        const user = await userOf(arrival)
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

    test('gets one from Facebook, too, whose addresses nobody has verified', async () => {
      const email = newEmail()
      const arrival = await providers.travel({ provider: 'facebook', visitor: { email } })
      expect(await userOf(arrival)).toMatchObject({
        email,
        identities: [{ provider: 'facebook', identity_data: { email_verified: false } }],
      })
    })

    test('the token says that it was by OAuth', async () => {
      const { fragment } = await providers.travel()
      const [, claims] = fragment.get('access_token')!.split('.')
      expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
        aal: 'aal1',
        amr: [{ method: 'oauth' }],
      })
    })

    test('signs in to the same account the next time, also by another name', async () => {
      const visitor = { email: newEmail(), name: 'Old Name' }
      const first = await userOf(await providers.travel({ visitor }))
      const again = await providers.travel({ visitor: { ...visitor, name: 'New Name' } })
      expect(await userOf(again)).toMatchObject({
        id: first.id,
        user_metadata: { full_name: 'New Name' },
      })
    })

    test('ten callbacks of one new person at once are one account', async () => {
      const email = newEmail()
      const arrivals = await Promise.all(
        Array.from({ length: 10 }, () => providers.travel({ visitor: { email } })),
      )
      const ids = await Promise.all(arrivals.map(async (arrival) => (await userOf(arrival)).id))
      expect(new Set(ids).size).toBe(1)
    })

    test('what happened is written down', async () => {
      const user = await userOf(await providers.travel({ provider: 'github' }))
      const events = await providers.sql`
        select payload ->> 'action' as action, payload -> 'traits' ->> 'provider' as provider
        from auth.audit_log_entries where payload ->> 'actor_id' = ${user.id} and payload ->> 'action' <> 'login'`
      expect([...events]).toEqual([{ action: 'user_signedup', provider: 'github' }])
    })

    test('is refused where sign-ups are closed, and those who have an account are not', async () => {
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

  describe('the way back', () => {
    test('with a challenge is a code that its verifier exchanges once, with the tokens of the provider', async () => {
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

    test('with a challenge cannot be taken without its verifier', async () => {
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
    ])('never leads to a stranger: %s', async (target) => {
      const arrival = await providers.travel({ query: { redirect_to: target } })
      expect(arrival.url?.host).toBe('localhost')
      expect(arrival.fragment.get('access_token')).toMatch(/^ey/)
    })

    test('with an error tells it in query and fragment, and leads to where the person came from', async () => {
      const arrival = await providers.travel({ visitor: { cancels: true } })
      expect(arrival.url?.href).toMatch(new RegExp(`^${landing}\\?`))
      const told = { error: 'access_denied', error_description: 'The person did not agree.' }
      expect(Object.fromEntries(arrival.query)).toEqual(told)
      expect(Object.fromEntries(arrival.fragment)).toMatchObject(told)
    })
  })

  describe('state', () => {
    test.each([
      ['?code=x', 'bad_oauth_callback'],
      ['?code=x&state=nonsense', 'bad_oauth_state'],
      [`?code=x&state=${crypto.randomUUID()}`, 'bad_oauth_state'],
    ])('none of ours is refused: %s', async (query, code) => {
      const { status, json } = await ask(providers.target, `/callback${query}`)
      expect([status, json]).toMatchObject([400, { code }])
    })

    test('a person with a bad state is led to the site, with the reason', async () => {
      const headers = { 'sec-fetch-mode': 'navigate' }
      const callback = `http://localhost/auth/v1/callback?code=x&state=${crypto.randomUUID()}`
      const arrival = await navigate(providers, callback, headers)
      expect(arrival.url?.host).toBe('localhost')
      expect(arrival.query.get('error_code')).toBe('bad_oauth_state')
    })

    test('is good once: the same answer a second time is refused', async () => {
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

    test('is good for ten minutes', async () => {
      const asked = await ask(providers.target, '/authorize?provider=google')
      const { url } = await providers.sandbox.signIn(asked.headers.get('location')!)
      const state = new URL(url).searchParams.get('state')!
      await providers.sql`
        update auth.flow_state set created_at = now() - interval '11 minutes' where id = ${state}`
      expect((await arrive(providers.target, url)).response.status).toBe(400)
    })

    test('of another sign-in does not take a code that was given for mine', async () => {
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

    test('of one provider does not take the answer of another', async () => {
      const google = await ask(providers.target, '/authorize?provider=google')
      const github = await ask(providers.target, '/authorize?provider=github')
      const { url } = await providers.sandbox.signIn(github.headers.get('location')!)
      const crossed = new URL(url)
      const foreign = new URL(google.headers.get('location')!).searchParams.get('state')!
      crossed.searchParams.set('state', foreign)
      const arrival = await arrive(providers.target, crossed.href)
      expect(arrival.query.get('error')).toBe('server_error')
    })

    test('a browser finishes only what it has begun itself', async () => {
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

  describe('the answer of a provider', () => {
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
    test.each(untrue)('that proves nothing signs nobody in: %s', async (fault) => {
      const email = newEmail()
      const arrival = await providers.travel({ visitor: { email, fault } })
      expect(Object.fromEntries(arrival.query)).toEqual({
        error: 'server_error',
        error_code: 'unexpected_failure',
        error_description: 'Unable to exchange external code',
      })
      expect(arrival.fragment.get('access_token')).toBeNull()
      expect(await accountsOf(email)).toHaveLength(0)
    })

    test('with a state of its own making is refused', async () => {
      const { response } = await providers.travel({ visitor: { fault: 'wrong-state' } })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: 'bad_oauth_state' },
      ])
    })

    test.each(['google', 'github', 'facebook'])('without an address: %s', async (provider) => {
      const arrival = await providers.travel({ provider, visitor: { fault: 'no-email' } })
      expect(arrival.query.get('error_description')).toBe(
        'Error getting user email from external provider',
      )
    })

    test('without an address is enough where that is allowed', async () => {
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

  test('a banned account is not opened', async () => {
    const visitor = { email: newEmail() }
    const { id } = await userOf(await providers.travel({ visitor }))
    await providers.sql`
      update auth.users set banned_until = now() + interval '1 day' where id = ${id}`
    const arrival = await providers.travel({ visitor })
    expect(Object.fromEntries(arrival.query)).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    })
  })

  describe('an address that an account has', () => {
    const signUp = async (email: string) => {
      const { data } = await clientOf(providers.target).auth.signUp({ email, password })
      return data.user!.id
    }
    /** As if a mail had been answered. */
    const prove = (id: string) => providers.sql`
      update auth.users set confirmation_sent_at = now() - interval '1 minute',
        email_confirmed_at = now() where id = ${id}`
    const signIn = (email: string) =>
      clientOf(providers.target).auth.signInWithPassword({ email, password })

    test('links by itself when both sides have proven it, and its owner is told', async () => {
      const email = newEmail()
      const id = await signUp(email)
      await prove(id)
      const user = await userOf(await providers.travel({ visitor: { email } }))
      expect(user).toMatchObject({
        id,
        app_metadata: { provider: 'email', providers: ['email', 'google'] },
      })
      const { email_data: mail } = await providers.lastMail(email)
      expect(mail).toMatchObject({
        email_action_type: 'identity_linked_notification',
        provider: 'Google',
      })
      expect((await signIn(email)).error).toBeNull()
    })

    test('links when another provider has verified it before', async () => {
      const email = newEmail()
      const first = await userOf(await providers.travel({ visitor: { email } }))
      const second = await userOf(
        await providers.travel({ provider: 'github', visitor: { email } }),
      )
      expect(second).toMatchObject({
        id: first.id,
        app_metadata: { provider: 'google', providers: ['google', 'github'] },
      })
    })

    test('does not link when the provider has not verified it', async () => {
      const email = newEmail()
      await prove(await signUp(email))
      for (const provider of ['google', 'github', 'facebook']) {
        const arrival = await providers.travel({
          provider,
          visitor: { email, emailVerified: false },
        })
        expect(Object.fromEntries(arrival.query)).toMatchObject({
          error: 'access_denied',
          error_code: 'provider_email_needs_verification',
        })
        expect(arrival.fragment.get('access_token')).toBeNull()
      }
      expect(await accountsOf(email)).toMatchObject([{ identities: ['email'] }])
    })

    test('does not link when the account was made without proving it, and says what to do', async () => {
      const email = newEmail()
      await signUp(email)
      const arrival = await providers.travel({ visitor: { email } })
      expect(Object.fromEntries(arrival.query)).toMatchObject({
        error: 'access_denied',
        error_code: 'account_email_not_proven',
        error_description: expect.stringMatching(/Sign in .* then link Google/),
      })
      expect(await accountsOf(email)).toMatchObject([{ identities: ['email'] }])
    })

    test('once its owner sets a new password by mail, no identity of the stranger before is left', async () => {
      const email = newEmail()
      const stranger = clientOf(providers.target)
      const { data } = await stranger.auth.signUp({ email, password })
      const visitor = { email: newEmail() }
      const { data: link } = await stranger.auth.linkIdentity({
        provider: 'google',
        options: { skipBrowserRedirect: true },
      })
      const { url } = await providers.sandbox.signIn(link.url!, visitor)
      await arrive(providers.target, url)

      const owner = clientOf(providers.target)
      await owner.auth.resetPasswordForEmail(email)
      const { email_data: mail } = await providers.lastMail(email)
      await owner.auth.verifyOtp({ type: 'recovery', token_hash: mail.token_hash })
      const { data: opened } = await owner.auth.getUser()
      expect(opened.user).toMatchObject({
        id: data.user?.id,
        app_metadata: { provider: 'email', providers: ['email'] },
        identities: [{ provider: 'email' }],
      })
      // Now that it is proven, the owner's own links by itself.
      const own = await userOf(await providers.travel({ provider: 'github', visitor: { email } }))
      expect(own.id).toBe(data.user?.id)
    })

    test('Facebook links only where it is trusted with addresses', async () => {
      const trusting = await openProviders({
        external: {
          facebook: {
            clientId: providers.sandbox.client.id,
            clientSecret: providers.sandbox.client.secret,
            endpoints: {
              ...providers.sandbox.endpoints,
              userInfo: providers.sandbox.endpoints.me,
            },
            trustEmail: true,
          },
        },
      })
      const email = newEmail()
      await trusting.travel({ visitor: { email } })
      const arrival = await trusting.travel({ provider: 'facebook', visitor: { email } })
      expect(arrival.fragment.get('access_token')).toMatch(/^ey/)
      await trusting.close()
    })
  })

  describe('addresses confirmed by mail', () => {
    let strict: Providers
    beforeAll(async () => {
      strict = await openProviders({ enableEmailAutoconfirm: false, otp: { mailInterval: 60 } })
    })
    afterAll(() => strict.close())

    test('who waits in an account with the address of somebody else is put out when its owner comes', async () => {
      const email = newEmail()
      const stranger = clientOf(strict.target)
      await stranger.auth.signUp({ email, password, options: { data: { full_name: 'Stranger' } } })
      // Somebody's unverified identity waits there, too.
      await strict.travel({ provider: 'github', visitor: { email, emailVerified: false } })
      const arrival = await strict.travel({ visitor: { email, name: 'Owner' } })
      const { json } = await ask(strict.target, '/user', {
        token: arrival.fragment.get('access_token') ?? '',
      })
      expect(json).toMatchObject({
        email,
        user_metadata: { full_name: 'Owner' },
        app_metadata: { provider: 'google', providers: ['google'] },
        identities: [{ provider: 'google' }],
      })
      const { error } = await stranger.auth.signInWithPassword({ email, password })
      expect(error?.code).toBe('invalid_credentials')
    })

    test('an address that the provider has not verified is asked for by mail first', async () => {
      const email = newEmail()
      const visitor = { email, emailVerified: false }
      const arrival = await strict.travel({ visitor })
      expect(Object.fromEntries(arrival.query)).toMatchObject({
        error_code: 'provider_email_needs_verification',
        error_description:
          'Unverified email with Google. A confirmation email has been sent to your Google email',
      })
      await strict.travel({ visitor })
      const mails = await strict.mailsTo(email)
      expect(mails).toHaveLength(1)
      const { email_data: mail } = mails[0]!
      expect(mail).toMatchObject({ email_action_type: 'signup', redirect_to: landing })
      const { error } = await clientOf(strict.target).auth.verifyOtp({
        type: 'signup',
        token_hash: mail.token_hash,
      })
      expect(error).toBeNull()
      const confirmed = await strict.travel({ visitor })
      expect(confirmed.fragment.get('access_token')).toMatch(/^ey/)
    })
  })
})

/** As `arrive`, by a browser: `fetch` would name its own mode. */
async function navigate(
  { target }: Providers,
  callback: string,
  headers: Record<string, string>,
): Promise<Arrival> {
  const { request } = await import('node:http')
  const url = callback.replace('http://localhost/', `${target.url}/`)
  const [status, location] = await new Promise<[number, string | undefined]>((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume()
      resolve([answer.statusCode ?? 0, answer.headers.location])
    })
      .on('error', reject)
      .end()
  })
  const led = location ? new URL(location) : null
  return {
    response: new Response(null, { status }),
    url: led,
    query: led?.searchParams ?? new URLSearchParams(),
    fragment: new URLSearchParams(led?.hash.slice(1)),
    callback,
  }
}

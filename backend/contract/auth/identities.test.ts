import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { arrive, ask, landing, newChallenge, openProviders, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('linked identities', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  const tokenOf = async (client: SupabaseClient) =>
    (await client.auth.getSession()).data.session?.access_token ?? ''

  /** Links an identity as a browser would, through the provider's sign-in page. */
  const link = async (
    client: SupabaseClient,
    visitor: Parameters<Providers['sandbox']['signIn']>[1] = {},
    provider: 'google' | 'github' = 'google',
  ) => {
    const { data, error } = await client.auth.linkIdentity({
      provider,
      options: { redirectTo: landing, skipBrowserRedirect: true },
    })
    if (error) throw error
    const { url } = await providers.sandbox.signIn(data.url!, visitor)
    return arrive(providers.target, url)
  }

  const identitiesOf = async (client: SupabaseClient) => {
    const { data } = await client.auth.getUserIdentities()
    return data?.identities ?? []
  }

  describe('linking', () => {
    test("an identity can be linked even if its email differs from the account's email, and the account owner is notified", async () => {
      const { client, email, user } = await signedUp(providers.target)
      const arrival = await link(client, { email: newEmail() })
      expect(arrival.fragment.get('access_token')).toMatch(/^ey/)
      const { data } = await client.auth.getUser()
      expect(data.user).toMatchObject({
        id: user.id,
        email,
        app_metadata: { provider: 'email', providers: ['email', 'google'] },
      })
      expect((await providers.lastMail(email)).email_data).toMatchObject({
        email_action_type: 'identity_linked_notification',
        provider: 'Google',
      })
      const [event] = await providers.sql`
        select payload -> 'traits' ->> 'provider' as provider from auth.audit_log_entries
        where payload ->> 'actor_id' = ${user.id} and payload ->> 'action' = 'identity_linked'`
      expect(event).toEqual({ provider: 'google' })
    })

    test("a user can sign in with a linked identity even if the identity's email differs from the account's email", async () => {
      const { client, user } = await signedUp(providers.target)
      const visitor = { email: newEmail(), emailVerified: false }
      await link(client, visitor, 'github')
      const arrival = await providers.travel({ provider: 'github', visitor })
      const { json } = await ask(providers.target, '/user', {
        token: arrival.fragment.get('access_token') ?? '',
      })
      expect(json).toMatchObject({ id: user.id, email: user.email })
      expect(json['user_metadata']).toMatchObject({ email: user.email })
    })

    test('GET /user/identities/authorize redirects to the provider by default and supports PKCE challenges', async () => {
      const { client, user } = await signedUp(providers.target)
      const { verifier, query } = newChallenge()
      const asked = new URLSearchParams({ provider: 'google', redirect_to: landing, ...query })
      const started = await ask(providers.target, `/user/identities/authorize?${asked}`, {
        token: await tokenOf(client),
      })
      expect(started.status).toBe(302)
      const { url } = await providers.sandbox.signIn(started.headers.get('location')!)
      const arrival = await arrive(providers.target, url)
      const { json } = await ask(providers.target, '/token?grant_type=pkce', {
        body: { auth_code: arrival.query.get('code'), code_verifier: verifier },
      })
      expect(json['user']).toMatchObject({ id: user.id })
    })

    test('linking an identity is rejected if the identity is already linked to the same or another account', async () => {
      const visitor = { email: newEmail() }
      const { client } = await signedUp(providers.target)
      await link(client, visitor)
      const own = await link(client, visitor)
      expect(Object.fromEntries(own.query)).toMatchObject({
        error_code: 'identity_already_exists',
        error_description: 'Identity is already linked',
      })
      const other = await link((await signedUp(providers.target)).client, visitor)
      expect(Object.fromEntries(other.query)).toMatchObject({
        error_code: 'identity_already_exists',
        error_description: 'Identity is already linked to another user',
      })
    })

    test('linking an identity makes an anonymous account permanent and preserves the account id', async () => {
      const client = clientOf(providers.target)
      const { data } = await client.auth.signInAnonymously()
      const email = newEmail()
      await link(client, { email, name: 'Mara Quill' })
      const { data: after } = await client.auth.getUser()
      expect(after.user).toMatchObject({
        id: data.user?.id,
        is_anonymous: false,
        email,
        email_confirmed_at: expect.any(String),
        app_metadata: { provider: 'google', providers: ['google'] },
        user_metadata: { full_name: 'Mara Quill' },
      })
    })

    test("linking an identity does not let an anonymous account take another account's email", async () => {
      const { email } = await signedUp(providers.target)
      const client = clientOf(providers.target)
      await client.auth.signInAnonymously()
      const arrival = await link(client, { email })
      expect(arrival.query.get('error_code')).toBe('email_exists')
      expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(true)
    })

    test('linking an identity requires a session, and linking and unlinking require that manual linking is enabled', async () => {
      const anonymous = await ask(providers.target, '/user/identities/authorize?provider=google')
      expect([anonymous.status, anonymous.json['code']]).toEqual([401, 'no_authorization'])
      const closed = await openProviders({ enableManualLinking: false })
      const { client } = await signedUp(closed.target)
      const token = await tokenOf(client)
      for (const [path, method] of [
        ['/user/identities/authorize?provider=google', 'GET'],
        [`/user/identities/${crypto.randomUUID()}`, 'DELETE'],
      ] as const) {
        const { status, json } = await ask(closed.target, path, { token, method })
        expect([status, json]).toEqual([
          404,
          { code: 'manual_linking_disabled', message: 'Manual linking is disabled' },
        ])
      }
      await closed.close()
    })

    test('GET /user/identities/authorize sets an HttpOnly cookie that binds the flow to the browser', async () => {
      const { client } = await signedUp(providers.target)
      const started = await ask(
        providers.target,
        '/user/identities/authorize?provider=google&skip_http_redirect=true',
        { token: await tokenOf(client) },
      )
      expect(started.headers.get('set-cookie')).toMatch(/^sb-flow-\w{8}=.{43}; .*HttpOnly/)
      expect(started.json['url']).toContain('state=')
    })
  })

  describe('unlinking', () => {
    test('a user cannot sign in to the account with an unlinked identity', async () => {
      const { client, email, user } = await signedUp(providers.target)
      const visitor = { email: newEmail() }
      await link(client, visitor)
      const google = (await identitiesOf(client)).find(({ provider }) => provider === 'google')
      const { error } = await client.auth.unlinkIdentity(google!)
      expect(error).toBeNull()
      const { data } = await client.auth.getUser()
      expect(data.user).toMatchObject({
        email,
        app_metadata: { provider: 'email', providers: ['email'] },
        identities: [{ provider: 'email' }],
      })
      expect((await providers.lastMail(email)).email_data).toMatchObject({
        email_action_type: 'identity_unlinked_notification',
        provider: 'Google',
      })
      const events = await providers.sql`
        select from auth.audit_log_entries
        where payload ->> 'actor_id' = ${user.id} and payload ->> 'action' = 'identity_unlinked'`
      expect(events).toHaveLength(1)
      const arrival = await providers.travel({ visitor })
      const { json } = await ask(providers.target, '/user', {
        token: arrival.fragment.get('access_token') ?? '',
      })
      expect(json['id']).not.toBe(user.id)
    })

    test("unlinking the email identity removes the password and changes the account's email to an email that another provider verified", async () => {
      const { client, email } = await signedUp(providers.target)
      const other = newEmail()
      await link(client, { email: other })
      const own = (await identitiesOf(client)).find(({ provider }) => provider === 'email')
      expect((await client.auth.unlinkIdentity(own!)).error).toBeNull()
      const { data } = await client.auth.getUser()
      expect(data.user).toMatchObject({
        email: other,
        app_metadata: { provider: 'google', providers: ['google'] },
      })
      for (const address of [email, other]) {
        const { error } = await clientOf(providers.target).auth.signInWithPassword({
          email: address,
          password,
        })
        expect(error?.code).toBe('invalid_credentials')
      }
    })

    test('the last identity of an account cannot be unlinked, even by two concurrent requests', async () => {
      const { client } = await signedUp(providers.target)
      const [only] = await identitiesOf(client)
      expect((await client.auth.unlinkIdentity(only!)).error).toMatchObject({
        status: 422,
        code: 'single_identity_not_deletable',
        message: 'User must have at least 1 identity after unlinking',
      })
      await link(client, { email: newEmail() })
      const token = await tokenOf(client)
      const both = await identitiesOf(client)
      const responses = await Promise.all(
        both.map(({ identity_id: id }) =>
          ask(providers.target, `/user/identities/${id}`, { token, method: 'DELETE' }),
        ),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect(await identitiesOf(client)).toHaveLength(1)
    })

    test('a user cannot unlink the identity of an SSO provider', async () => {
      const { client, user } = await signedUp(providers.target)
      await providers.sql`
        insert into auth.identities (provider_id, user_id, identity_data, provider)
        values (${user.id}, ${user.id}, ${providers.sql.json({ sub: user.id })},
          ${`sso:${crypto.randomUUID()}`})`
      const sso = (await identitiesOf(client)).find(({ provider }) => provider.startsWith('sso:'))
      expect((await client.auth.unlinkIdentity(sso!)).error).toMatchObject({
        status: 422,
        code: 'user_sso_managed',
      })
      expect(await identitiesOf(client)).toHaveLength(2)
    })

    test("DELETE /user/identities/{id} rejects another user's identity, an unknown id and a malformed id", async () => {
      const { client } = await signedUp(providers.target)
      await link(client, { email: newEmail() })
      const [foreign] = await identitiesOf((await signedUp(providers.target)).client)
      const token = await tokenOf(client)
      for (const id of [foreign!.identity_id, crypto.randomUUID()]) {
        const { status, json } = await ask(providers.target, `/user/identities/${id}`, {
          token,
          method: 'DELETE',
        })
        expect([status, json['code']]).toEqual([422, 'identity_not_found'])
      }
      const { status } = await ask(providers.target, '/user/identities/nonsense', {
        token,
        method: 'DELETE',
      })
      expect(status).toBe(404)
    })

    test('linking and unlinking an identity require an aal2 session if the account has a second factor', async () => {
      const { client, user } = await signedUp(providers.target)
      await link(client, { email: newEmail() })
      await providers.sql`
        insert into auth.mfa_factors (user_id, factor_type, status, secret)
        values (${user.id}, 'totp', 'verified', 'x')`
      const [own] = await identitiesOf(client)
      const { error } = await client.auth.unlinkIdentity(own!)
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
      await expect(link(client)).rejects.toMatchObject({ code: 'insufficient_aal' })
    })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password } from '../target.ts'
import { runDuring } from './concurrent.ts'
import { arrive, ask, landing, openProviders, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('SSO by OpenID Connect', () => {
  let providers: Providers
  let providerId: string
  beforeAll(async () => {
    providers = await openProviders()
    const { issuer, client } = providers.sandbox
    const { json } = await ask(providers.target, '/admin/sso/providers', {
      token: providers.target.serviceRoleKey,
      body: {
        type: 'oidc',
        issuer,
        client_id: client.id,
        client_secret: client.secret,
        domains: ['acme.example'],
      },
    })
    providerId = json['id'] as string
  })
  afterAll(() => providers.close())

  const newColleague = () => `p${crypto.randomUUID()}@acme.example`

  const travel = async (visitor: Parameters<Providers['sandbox']['signIn']>[1]) => {
    const { data, error } = await clientOf(providers.target).auth.signInWithSSO({
      domain: 'acme.example',
      options: { redirectTo: landing },
    })
    if (error) throw error
    const { url } = await providers.sandbox.signIn(data.url, visitor)
    return arrive(providers.target, url)
  }

  const userOf = async ({ fragment }: Awaited<ReturnType<typeof travel>>) =>
    (await ask(providers.target, '/user', { token: fragment.get('access_token') ?? '' })).json

  test('an SSO user signs in through an OpenID Connect provider, and the second sign-in uses the same account', async () => {
    const visitor = { email: newColleague(), name: 'Mara Quill' }
    const first = await userOf(await travel(visitor))
    expect(first).toMatchObject({
      email: visitor.email,
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: { full_name: 'Mara Quill' },
    })
    expect((await userOf(await travel(visitor)))['id']).toBe(first['id'])
  })

  test.each(['permanently', 'softly'])(
    'an SSO user whose account is deleted %s during the sign-in gets a new account',
    async (how) => {
      const { sql } = providers
      const visitor = { email: newColleague() }
      const before = (await userOf(await travel(visitor)))['id'] as string
      const arrival = await runDuring(
        sql,
        before,
        () => travel(visitor),
        async (tx) => {
          if (how === 'permanently') return tx`delete from auth.users where id = ${before}`
          await tx`update auth.users set deleted_at = now(), email = null where id = ${before}`
          return tx`delete from auth.identities where user_id = ${before}`
        },
      )
      const now = await userOf(arrival)
      expect(now).toMatchObject({ email: visitor.email, id: expect.not.stringMatching(before) })
      const left = await sql`select email from auth.users where id = ${before}`
      expect(left).toEqual(how === 'permanently' ? [] : [{ email: null }])
    },
  )

  test("the client secret of an organization's OpenID Connect provider is stored encrypted", async () => {
    const [row] = await providers.sql`
      select encrypted_client_secret as sealed from auth_internal.sso_oidc_providers`
    expect(row!['sealed']).toEqual(expect.any(String))
    expect(row!['sealed']).not.toContain(providers.sandbox.client.secret)
  })

  test('an SSO sign-in gives no access to a personal account with the same email', async () => {
    const email = newColleague()
    const { data } = await clientOf(providers.target).auth.signUp({ email, password })
    await providers.sql`
      update auth.users set confirmation_sent_at = now() - interval '1 minute',
        email_confirmed_at = now() where id = ${data.user!.id}`
    const colleague = await userOf(await travel({ email }))
    expect(colleague['email']).toBe(email)
    expect(colleague['id']).not.toBe(data.user!.id)
  })

  test('an SSO sign-in is rejected if the email belongs to another domain or is unverified', async () => {
    const foreign = await travel({ email: newEmail() })
    expect(foreign.query.get('error')).toBe('access_denied')
    expect(foreign.fragment.get('access_token')).toBeNull()
    const unverified = await travel({ email: newColleague(), emailVerified: false })
    expect(unverified.query.get('error_code')).toBe('provider_email_needs_verification')
  })

  test("an invalid response from an organization's OpenID Connect provider does not sign the user in", async () => {
    for (const fault of ['wrong-nonce', 'alg-none', 'foreign-key', 'wrong-audience'] as const) {
      const arrival = await travel({ email: newColleague(), fault })
      expect(arrival.query.get('error_code')).toBe('unexpected_failure')
    }
  })

  test('an SSO sign-in cannot be finished after its OpenID Connect provider was disabled', async () => {
    const { data } = await clientOf(providers.target).auth.signInWithSSO({
      domain: 'acme.example',
      options: { redirectTo: landing },
    })
    const { url } = await providers.sandbox.signIn(data!.url, { email: newColleague() })
    await providers.sql`update auth.sso_providers set disabled = true where id = ${providerId}`
    const arrival = await arrive(providers.target, url)
    expect(arrival.query.get('error_code')).toBe('sso_provider_not_found')
  })
})

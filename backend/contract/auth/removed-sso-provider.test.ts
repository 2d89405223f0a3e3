import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget } from '../target.ts'
import {
  arrive,
  ask,
  landing,
  newChallenge,
  openProviders,
  type CallbackResult,
  type Providers,
} from './providers.ts'

describe.runIf(isOwnTarget)('removal of an SSO provider', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  let last = 0
  async function newOrganization() {
    const { issuer, client } = providers.sandbox
    last += 1
    const domain = `removed-${last}.example`
    const facts = { issuer, client_id: client.id, client_secret: client.secret }
    const { json } = await ask(providers.target, '/admin/sso/providers', {
      token: providers.target.serviceRoleKey,
      body: { type: 'oidc', ...facts, domains: [domain] },
    })
    return { id: json['id'] as string, domain }
  }

  async function comeIn(
    domain: string,
    query: Record<string, string> = {},
  ): Promise<CallbackResult> {
    const { json } = await ask(providers.target, '/sso', {
      body: { domain, redirect_to: landing, skip_http_redirect: true, ...query },
    })
    const { url } = await providers.sandbox.signIn(json['url'] as string, {
      email: `mara@${domain}`,
    })
    return arrive(providers.target, url)
  }

  test('removing an SSO provider voids the authorization codes that were issued for sign-ins through the provider', async () => {
    const { id, domain } = await newOrganization()
    const { verifier, query } = newChallenge()
    const { query: came } = await comeIn(domain, query)
    expect(came.get('code')).toBeTruthy()
    const path = `/admin/sso/providers/${id}`
    const token = providers.target.serviceRoleKey
    expect((await ask(providers.target, path, { token, method: 'DELETE' })).status).toBe(200)
    const { status, json } = await ask(providers.target, '/token?grant_type=pkce', {
      body: { auth_code: came.get('code'), code_verifier: verifier },
    })
    expect([status, json['code']]).toEqual([404, 'flow_state_not_found'])
  })

  test.each([
    ['removed', 'delete from auth.sso_providers where id = $1'],
    ['disabled', 'update auth.sso_providers set disabled = true where id = $1'],
  ])('a sign-in in progress fails when its SSO provider is %s', async (_, end) => {
    const { sql } = providers
    const { id, domain } = await newOrganization()
    let waiting: Promise<CallbackResult> | undefined
    await sql.begin(async (tx) => {
      // Locks the provider's row, so that the sign-in finds the provider and waits for the lock.
      await tx`select from auth.sso_providers where id = ${id} for update`
      waiting = comeIn(domain)
      const waiters = () => sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiters()).length).toBe(1)
      await tx.unsafe(end, [id])
    })
    expect((await waiting!).query.get('error_code')).toBe('sso_provider_not_found')
    expect(await sql`select from auth.users where email = ${`mara@${domain}`}`).toHaveLength(0)
  })
})

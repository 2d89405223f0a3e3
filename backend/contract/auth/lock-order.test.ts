import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail } from '../target.ts'
import { runDuring } from './concurrent.ts'
import { ask, verifiedUser, withFactor } from './user-with-factor.ts'
import {
  ask as askPlainly,
  arrive,
  landing,
  newChallenge,
  openProviders,
  userOf,
  type Providers,
} from './providers.ts'

/**
 * A transaction that waits for the lock of an account must not hold locks on rows of the account.
 * Otherwise, it would deadlock with a transaction that holds the account's lock and needs these
 * rows.
 */
describe.runIf(isOwnTarget)('lock order of an account and its rows', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders({ otp: { mailInterval: 0 } })
  })
  afterAll(() => providers.close())

  /** Checks that `begin` holds no row lock in `table` while it waits for the account's lock. */
  const behind = <T>(userId: string, table: string, begin: () => Promise<T>) =>
    runDuring(
      providers.sql,
      userId,
      begin,
      (tx) => tx`select from ${tx(table)} where user_id = ${userId} for update nowait`,
    )

  test.each(['global', 'others', 'local'])(
    'signing out with scope %s locks the account before its sessions',
    async (scope) => {
      const { user, raised } = await withFactor(providers.target)
      const path = `${providers.target.url}/auth/v1/logout?scope=${scope}`
      const headers = { Authorization: `Bearer ${raised.access_token}` }
      const answer = await behind(user.id, 'auth.sessions', () =>
        fetch(path, { method: 'POST', headers }),
      )
      expect(answer.status).toBe(204)
    },
  )

  test('exchanging a PKCE code locks the account before the row of the PKCE flow', async () => {
    const visitor = { email: newEmail() }
    const { id } = await userOf(providers.target, await providers.travel({ visitor }))
    const { verifier, query } = newChallenge()
    const { query: came } = await providers.travel({ visitor, query })
    const body = { auth_code: came.get('code'), code_verifier: verifier }
    const answer = await behind(id, 'auth.flow_state', () =>
      askPlainly(providers.target, '/token?grant_type=pkce', { body }),
    )
    expect(answer.json).toMatchObject({ user: { id } })
  })

  test('generating an email change link locks the account before its one-time tokens', async () => {
    const { user, email } = await verifiedUser(providers.target)
    const link = () =>
      ask(providers.target, providers.target.serviceRoleKey, 'POST', '/admin/generate_link', {
        type: 'email_change_new',
        email,
        new_email: newEmail(),
      })
    expect((await link()).status).toBe(200)
    expect((await behind(user.id, 'auth.one_time_tokens', link)).status).toBe(200)
  })

  test('an SSO sign-in locks the account before its identities, and deleting the SSO provider locks the account before its sessions', async () => {
    const { target, sandbox } = providers
    const token = target.serviceRoleKey
    const { json } = await askPlainly(target, '/admin/sso/providers', {
      token,
      body: {
        type: 'oidc',
        issuer: sandbox.issuer,
        client_id: sandbox.client.id,
        client_secret: sandbox.client.secret,
        domains: ['locks.example'],
      },
    })
    const comeIn = async () => {
      const { data, error } = await clientOf(target).auth.signInWithSSO({
        domain: 'locks.example',
        options: { redirectTo: landing },
      })
      if (error) throw error
      const { url } = await sandbox.signIn(data.url, { email: 'mara@locks.example' })
      return arrive(target, url)
    }
    const { id } = await userOf(target, await comeIn())
    const again = await behind(id, 'auth.identities', comeIn)
    expect((await userOf(target, again)).id).toBe(id)
    const end = await behind(id, 'auth.sessions', () =>
      askPlainly(target, `/admin/sso/providers/${String(json['id'])}`, { token, method: 'DELETE' }),
    )
    expect(end.status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, signedUp } from '../target.ts'
import { runDuring } from './concurrent.ts'
import { ask, verifiedUser, signedInAgain } from './user-with-factor.ts'
import { arrive, landing, openProviders, type Providers } from './providers.ts'
import { revokeOtherSessions } from './revoke-session.ts'

describe.runIf(isOwnTarget)('identity link of a revoked session', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  test.each(['a second factor', 'a recovery code'] as const)(
    'identity linking that is in progress fails after its session was revoked by %s',
    async (way) => {
      const { target, sql, sandbox } = providers
      const owner = await verifiedUser(target)
      const attacker = await signedInAgain(target, owner.email)
      const { data } = await attacker.client.auth.linkIdentity({
        provider: 'google',
        options: { redirectTo: landing, skipBrowserRedirect: true },
      })
      await revokeOtherSessions(target, owner, way)
      expect((await attacker.client.auth.getUser()).error).not.toBeNull()
      const { url } = await sandbox.signIn(data.url!, { email: newEmail() })
      await arrive(target, url)
      const kept = await sql`select provider from auth.identities where user_id = ${owner.user.id}`
      expect(kept).toEqual([{ provider: 'email' }])
    },
  )

  test('linking an identity fails if its OAuth flow is cancelled during the callback', async () => {
    const { target, sql, sandbox } = providers
    const { client, user } = await signedUp(target)
    const { data } = await client.auth.linkIdentity({
      provider: 'google',
      options: { redirectTo: landing, skipBrowserRedirect: true },
    })
    const { url } = await sandbox.signIn(data.url!, { email: newEmail() })
    const arrival = await runDuring(
      sql,
      user.id,
      () => arrive(target, url),
      (tx) => tx`delete from auth.flow_state where linking_target_id = ${user.id}`,
    )
    expect(arrival.query.get('error_code')).toBe('bad_oauth_state')
    const kept = await sql`select provider from auth.identities where user_id = ${user.id}`
    expect(kept).toEqual([{ provider: 'email' }])
  })

  test('linking an identity does not start if the session is revoked during the request', async () => {
    const { target, sql } = providers
    const { user, session } = await signedUp(target)
    const path = '/user/identities/authorize?provider=google&skip_http_redirect=true'
    const answer = await runDuring(
      sql,
      user.id,
      () => ask(target, session.access_token, 'GET', path),
      (tx) => tx`delete from auth.sessions where user_id = ${user.id}`,
    )
    expect(answer).toMatchObject({ status: 403, code: 'session_not_found' })
    const started = await sql`select from auth.flow_state where linking_target_id = ${user.id}`
    expect(started).toHaveLength(0)
  })

  test('grant_type=id_token with link_identity fails if the session is revoked during the request', async () => {
    const { target, sql, sandbox } = providers
    const { user, session } = await signedUp(target)
    const facts = { sub: crypto.randomUUID(), email: newEmail(), email_verified: true }
    const body = { provider: 'google', id_token: await sandbox.idToken(facts), link_identity: true }
    const answer = await runDuring(
      sql,
      user.id,
      () => ask(target, session.access_token, 'POST', '/token?grant_type=id_token', body),
      (tx) => tx`delete from auth.sessions where user_id = ${user.id}`,
    )
    expect(answer).toMatchObject({ status: 403, code: 'session_not_found' })
    const kept = await sql`select provider from auth.identities where user_id = ${user.id}`
    expect(kept).toEqual([{ provider: 'email' }])
  })
})

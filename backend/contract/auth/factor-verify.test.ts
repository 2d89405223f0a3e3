import { describe, expect, test } from 'vitest'
import { isOwnTarget, useTarget } from '../target.ts'
import { openMailTarget } from './mailbox.ts'
import {
  appCode,
  ask,
  enrolled,
  signedInAgain,
  withFactor,
  wrongCode,
  verifiedUser,
} from './user-with-factor.ts'

const target = useTarget()

type Claims = { session_id: string; aal: string; amr: { method: string }[] }
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims

describe('correct code', () => {
  test('a correct TOTP code raises the session to aal2 and keeps the session id', async () => {
    const { client, session, raised } = await withFactor(target)
    const before = claimsOf(session.access_token)
    const after = claimsOf(raised.access_token)
    expect(after).toMatchObject({ session_id: before.session_id, aal: 'aal2' })
    expect(after.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect(raised.refresh_token).not.toBe(session.refresh_token)
    expect(raised.user.factors).toMatchObject([{ status: 'verified' }])
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  })

  test('a session stays at aal2 after a token refresh, even with the refresh token issued at aal1', async () => {
    const { client, session, raised } = await withFactor(target)
    const again = await client.auth.refreshSession({ refresh_token: session.refresh_token })
    expect(again.data.session?.refresh_token).toBe(raised.refresh_token)
    const { data } = await client.auth.refreshSession()
    const claims = claimsOf(data.session!.access_token)
    expect(claims.aal).toBe('aal2')
    expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  })

  test('verifying the first factor revokes aal1 sessions and deletes unverified factors', async () => {
    const { client, email } = await verifiedUser(target)
    const other = await signedInAgain(target, email)
    await enrolled(client, 'StartedSignIn')
    const { factorId, secret } = await enrolled(client, 'Done')
    await client.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })
    expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.all.map(({ id }) => id)).toEqual([factorId])
  })

  test.runIf(isOwnTarget)(
    'the secret of an authenticator app is stored encrypted, but a secret imported in plaintext also works',
    async () => {
      const { client, email, factorId, secret } = await withFactor(target)
      const [stored] = await target.sql!`
        update auth.mfa_factors set secret = ${secret} where id = ${factorId}
        returning (select secret from auth.mfa_factors old where old.id = mfa_factors.id) as before`
      expect(stored!['before']).toEqual(expect.not.stringContaining(secret))
      await client.auth.signOut()
      const again = await signedInAgain(target, email)
      const code = appCode(secret, 1)
      expect((await again.client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    },
  )

  test('a new session requires its own factor verification, and existing aal2 sessions stay open', async () => {
    const { client, email, factorId, secret } = await withFactor(target)
    const again = await signedInAgain(target, email)
    const { data } = await again.client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const code = appCode(secret, 1)
    const raised = await again.client.auth.mfa.challengeAndVerify({ factorId, code })
    expect(raised.error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
  })
})

describe('rejected codes', () => {
  test('POST /factors/{id}/verify rejects wrong, expired, future and empty codes', async () => {
    const { client } = await verifiedUser(target)
    const { factorId, secret } = await enrolled(client)
    for (const code of [wrongCode(secret), appCode(secret, -3), appCode(secret, 3), 'abcdef']) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
      expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed'])
    }
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: '' })
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed'])
  })

  test('POST /factors/{id}/verify rejects a challenge that is used, unknown or for another factor', async () => {
    const { client, factorId, secret } = await withFactor(target)
    const { data } = await client.auth.mfa.challenge({ factorId })
    const challengeId = data!.id
    const second = await enrolled(client, 'Second')
    const verify = async (of: { factorId: string; challengeId: string; code: string }) =>
      (await client.auth.mfa.verify(of)).error?.code
    expect(
      await verify({ factorId: second.factorId, challengeId, code: appCode(second.secret) }),
    ).toBe('mfa_factor_not_found')
    expect(await verify({ factorId, challengeId: 'none', code: appCode(secret, 1) })).toBe(
      'mfa_factor_not_found',
    )
    expect(await verify({ factorId, challengeId, code: appCode(secret, 1) })).toBeUndefined()
    expect(await verify({ factorId, challengeId, code: appCode(secret, 1) })).toBe(
      'mfa_ip_address_mismatch',
    )
  })
})

describe('abuse of codes', () => {
  test('POST /factors/{id}/verify rejects a TOTP code that was already used, and older codes', async () => {
    const { email, factorId, secret } = await withFactor(target)
    const { client } = await signedInAgain(target, email)
    for (const shift of [0, -1]) {
      const { error } = await client.auth.mfa.challengeAndVerify({
        factorId,
        code: appCode(secret, shift),
      })
      expect(error?.code).toBe('mfa_verification_failed')
    }
  })

  test('only one of several concurrent verifications with the same TOTP code succeeds', async () => {
    const { email, factorId, secret } = await withFactor(target)
    const { session } = await signedInAgain(target, email)
    const token = session.access_token
    const challenges = await Promise.all(
      Array.from({ length: 5 }, () => ask(target, token, 'POST', `/factors/${factorId}/challenge`)),
    )
    const code = appCode(secret, 1)
    const responses = await Promise.all(
      challenges.map((challenge) =>
        ask(target, token, 'POST', `/factors/${factorId}/verify`, {
          challenge_id: (challenge as unknown as { id: string }).id,
          code,
        }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('five failed attempts block a factor, even in new sessions and with new challenges', async () => {
    const { email, factorId, secret } = await withFactor(target)
    const codes: unknown[] = []
    for (let session = 0; session < 2; session += 1) {
      const { client } = await signedInAgain(target, email)
      for (let i = 0; i < 4; i += 1) {
        const code = wrongCode(secret)
        const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
        codes.push(error?.code)
      }
    }
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('mfa_verification_failed'))
    expect(codes.slice(5)).toEqual(Array(3).fill('over_request_rate_limit'))
  })

  test.runIf(isOwnTarget)(
    'a user has twenty failed attempts a day to enter a factor code, and the limit refills gradually',
    async () => {
      const { email, user, factorId, secret } = await withFactor(target)
      const { client } = await signedInAgain(target, email)
      const sql = target.sql!
      const attempt = async (code: string) =>
        (await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code
      const wait = (key: string) => sql`delete from auth_internal.rate_limits where key = ${key}`
      const codes: unknown[] = []
      for (let i = 0; i < 21; i += 1) {
        await wait(`factor:${factorId}`)
        await wait(`challenges of:${user.id}`)
        codes.push(await attempt(wrongCode(secret)))
      }
      expect(new Set(codes.slice(0, 20))).toEqual(new Set(['mfa_verification_failed']))
      expect(codes[20]).toBe('over_request_rate_limit')
      // Lets one attempt refill, which takes 72 minutes (a day / 20). The correct code then resets
      // the counter.
      await sql`
      update auth_internal.rate_limits set full_at = full_at - interval '73 minutes'
      where key = ${`factors of:${user.id}`}`
      await wait(`factor:${factorId}`)
      expect(await attempt(appCode(secret, 1))).toBeUndefined()
      expect(
        await sql`
      select from auth_internal.rate_limits where key = ${`factors of:${user.id}`}`,
      ).toEqual([])
    },
  )
})

describe.runIf(isOwnTarget)('notifications', () => {
  test('activating and removing a factor notifies the account owner and is logged', async () => {
    const { target: mailing, sql, mailsTo } = await openMailTarget()
    try {
      const { client, email, user, factorId } = await withFactor(mailing)
      await client.auth.mfa.unenroll({ factorId })
      const told = (await mailsTo(email)).map(({ email_data: mail }) => [
        mail.email_action_type,
        mail['factor_type'],
      ])
      expect(told).toEqual([
        ['mfa_factor_enrolled_notification', 'totp'],
        ['mfa_factor_unenrolled_notification', 'totp'],
      ])
      const log = await sql<{ action: string }[]>`
        select payload ->> 'action' as action from auth.audit_log_entries
        where payload ->> 'actor_id' = ${user.id} order by created_at`
      const actions = log.map(({ action }) => action)
      expect(actions.filter((action) => /factor|challenge|verification/.test(action))).toEqual([
        'factor_in_progress',
        'challenge_created',
        'verification_attempted',
        'factor_unenrolled',
      ])
    } finally {
      await mailing.close()
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { openMailTarget } from './mailbox.ts'
import {
  appCode,
  ask,
  enrolled,
  signedInAgain,
  withFactor,
  wrongCode,
  provenPerson,
} from './person-with-factor.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

type Claims = { session_id: string; aal: string; amr: { method: string }[] }
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims

describe('a right code', () => {
  test('raises the session, which stays the same', async () => {
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

  test('holds through a refresh, and whoever missed the answer gets the same tokens', async () => {
    const { client, session, raised } = await withFactor(target)
    const again = await client.auth.refreshSession({ refresh_token: session.refresh_token })
    expect(again.data.session?.refresh_token).toBe(raised.refresh_token)
    const { data } = await client.auth.refreshSession()
    const claims = claimsOf(data.session!.access_token)
    expect(claims.aal).toBe('aal2')
    expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  })

  test('ends the sessions below, and other factors that were only begun', async () => {
    const { client, email } = await provenPerson(target)
    const other = await signedInAgain(target, email)
    await enrolled(client, 'Begun')
    const { factorId, secret } = await enrolled(client, 'Done')
    await client.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })
    expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.all.map(({ id }) => id)).toEqual([factorId])
  })

  test('is asked for again in a new session, and leaves raised ones alone', async () => {
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

describe('refused', () => {
  test('a wrong code, one that is no longer or not yet shown, and none', async () => {
    const { client } = await provenPerson(target)
    const { factorId, secret } = await enrolled(client)
    for (const code of [wrongCode(secret), appCode(secret, -3), appCode(secret, 3), 'abcdef']) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
      expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed'])
    }
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: '' })
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed'])
  })

  test('a challenge that is used up, of another factor, or made up', async () => {
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

describe('abuse', () => {
  test('a code that was seen over a shoulder does not count twice, nor does an older one', async () => {
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

  test('one code given many times at once counts once', async () => {
    const { email, factorId, secret } = await withFactor(target)
    const { session } = await signedInAgain(target, email)
    const token = session.access_token
    const challenges = await Promise.all(
      Array.from({ length: 5 }, () => ask(target, token, 'POST', `/factors/${factorId}/challenge`)),
    )
    const code = appCode(secret, 1)
    const answers = await Promise.all(
      challenges.map((challenge) =>
        ask(target, token, 'POST', `/factors/${factorId}/verify`, {
          challenge_id: (challenge as unknown as { id: string }).id,
          code,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('guessing is stopped after five, and a new session or challenge guesses no further', async () => {
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
    'whoever guesses slowly gets twenty a day, and nobody is kept out for good',
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
      // An hour and a bit later there is one attempt again; the owner's is right, and clears the slate.
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

describe.runIf(isOwnTarget)('its owner', () => {
  test('is told by mail when a factor counts and when it no longer does, and finds both written down', async () => {
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

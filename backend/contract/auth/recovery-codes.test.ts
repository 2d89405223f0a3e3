import { describe, expect, test } from 'vitest'
import { isOwnTarget, signedUp, type Target, useTarget } from '../target.ts'
import { openMailTarget } from './mailbox.ts'
import { ask, signedInAgain, withFactor } from './user-with-factor.ts'

const target = useTarget()

async function withCodes(of: Target = target) {
  const person = await withFactor(of)
  const token = person.raised.access_token
  const { codes } = (await ask(of, token, 'POST', '/factors/recovery-codes')) as unknown as {
    codes: string[]
  }
  return { ...person, token, codes }
}

const recover = (token: string, code: string) =>
  ask(target, token, 'POST', '/factors/recovery', { code })

test('an aal2 session receives ten recovery codes when they are created, and later only the number of remaining codes', async () => {
  const { token, codes } = await withCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  expect(await ask(target, token, 'GET', '/factors/recovery-codes')).toEqual({
    status: 200,
    type: 'recovery_code',
    total: 10,
    remaining: 10,
  })
})

test('POST /factors/recovery accepts a recovery code in place of a lost factor, ignoring case and separators', async () => {
  const { client, email, codes } = await withCodes()
  const lost = await signedInAgain(target, email)
  const typed = ` ${codes[3]!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')}`
  const user = await recover(lost.session.access_token, typed)
  expect(user).toMatchObject({ status: 200, email })
  expect(user).not.toHaveProperty('factors')
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const { data } = await lost.client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(data?.currentLevel).toBe('aal1')
  expect((await lost.client.auth.mfa.listFactors()).data?.all).toEqual([])
})

test('creating new recovery codes voids the previous codes, and removing the last factor deletes all codes', async () => {
  const { client, email, token, factorId, codes } = await withCodes()
  await ask(target, token, 'POST', '/factors/recovery-codes')
  const { session } = await signedInAgain(target, email)
  expect(await recover(session.access_token, codes[0]!)).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
  })
  await client.auth.mfa.unenroll({ factorId })
  expect(await ask(target, token, 'GET', '/factors/recovery-codes')).toMatchObject({ remaining: 0 })
})

test('POST /factors/recovery rejects an empty code, and an account without factors can neither redeem nor create recovery codes', async () => {
  const { session } = await signedUp(target)
  expect(await recover(session.access_token, '')).toMatchObject({ status: 400 })
  expect(await recover(session.access_token, 'abcd')).toMatchObject({
    status: 422,
    code: 'mfa_factor_not_found',
  })
  expect(await ask(target, session.access_token, 'POST', '/factors/recovery-codes')).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  })
})

test('an aal1 session cannot create recovery codes', async () => {
  const { email } = await withCodes()
  const { session } = await signedInAgain(target, email)
  expect(await ask(target, session.access_token, 'POST', '/factors/recovery-codes')).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  })
})

test('a recovery code is rejected for another account', async () => {
  const { codes } = await withCodes()
  const { email } = await withCodes()
  const { session } = await signedInAgain(target, email)
  expect(await recover(session.access_token, codes[0]!)).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
  })
})

test('only one of several concurrent requests with the same recovery code succeeds', async () => {
  const { email, codes } = await withCodes()
  const { session } = await signedInAgain(target, email)
  const responses = await Promise.all([0, 1, 2].map(() => recover(session.access_token, codes[0]!)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('attempts with wrong recovery codes are limited per session and do not block other sessions', async () => {
  const { email, codes } = await withCodes()
  const { session } = await signedInAgain(target, email)
  const tries: unknown[] = []
  for (let i = 0; i < 6; i += 1) {
    const { code } = await recover(session.access_token, `0000-0000-0000-000${i}`)
    tries.push(code)
  }
  expect(tries).toEqual([...Array(5).fill('mfa_verification_failed'), 'over_request_rate_limit'])
  const own = await signedInAgain(target, email)
  expect(await recover(own.session.access_token, codes[0]!)).toMatchObject({ status: 200 })
})

describe.runIf(isOwnTarget)('traces of recovery codes', () => {
  test('recovery codes are not stored in plaintext, and redeeming a code notifies the account owner and is logged', async () => {
    const { target: mailing, sql, mailsTo } = await openMailTarget()
    try {
      const { email, user, codes } = await withCodes(mailing)
      const stored = await sql`
        select code_hash from auth_internal.recovery_codes where user_id = ${user.id}`
      expect(stored).toHaveLength(10)
      for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)
      const { session } = await signedInAgain(mailing, email)
      await ask(mailing, session.access_token, 'POST', '/factors/recovery', { code: codes[0] })
      expect(
        await sql`
        select from auth_internal.recovery_codes where user_id = ${user.id}`,
      ).toHaveLength(0)
      const types = (await mailsTo(email)).map(({ email_data: mail }) => mail.email_action_type)
      expect(types).toContain('recovery_code_used_notification')
      expect(
        await sql`
        select from auth.audit_log_entries
        where payload ->> 'actor_id' = ${user.id}
          and payload ->> 'action' = 'recovery_code_used'`,
      ).toHaveLength(1)
    } finally {
      await mailing.close()
    }
  })
})

import { URI, type TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, useTarget } from '../target.ts'
import {
  appCode,
  ask,
  enrolled,
  verifiedUser,
  signedInAgain,
  withFactor,
} from './user-with-factor.ts'

const target = useTarget()

test('enrolling an authenticator app returns its secret, URI and QR code', async () => {
  const { client, email } = await signedUp(target)
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'My phone',
    issuer: 'Hourspace',
  })
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'My phone' })
  const { qr_code: picture, secret, uri } = data!.totp!
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const read = URI.parse(uri) as TOTP
  expect(read).toMatchObject({ issuer: 'Hourspace', label: email, digits: 6, period: 30 })
  expect([read.algorithm, read.secret.base32]).toEqual(['SHA1', secret])
  // The SVG must not contain `#` or `%`, because auth-js does not escape it in the data URL.
  expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/)
})

test('POST /factors replaces an unpaired surrogate in the issuer with U+FFFD', async () => {
  const { session } = await signedUp(target)
  const body = { factor_type: 'totp', issuer: 'Hour\ud83d' }
  const answer = await ask(target, session.access_token, 'POST', '/factors', body)
  expect(answer.status).toBe(200)
  const { uri } = answer['totp'] as { uri: string }
  expect(URI.parse(uri)).toMatchObject({ issuer: 'Hour\ufffd' })
})

test('an unverified factor is listed without its secret and does not affect sign-ins', async () => {
  const { client } = await signedUp(target)
  const { factorId, secret } = await enrolled(client)
  const { data } = await client.auth.mfa.listFactors()
  expect(data?.all).toMatchObject([{ id: factorId, status: 'unverified', factor_type: 'totp' }])
  expect(data?.totp).toEqual([])
  expect(JSON.stringify(data)).not.toContain(secret)
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test('POST /factors rejects unknown factor types, WebAuthn, duplicate names and an eleventh factor', async () => {
  const { client, session } = await signedUp(target)
  const enroll = (body: object) => ask(target, session.access_token, 'POST', '/factors', body)
  expect(await enroll({ factor_type: 'carrier pigeon' })).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
  expect(await enroll({ factor_type: 'webauthn' })).toMatchObject({
    status: 422,
    code: 'mfa_webauthn_enroll_not_enabled',
  })
  await enrolled(client, 'One')
  expect(await enroll({ factor_type: 'totp', friendly_name: 'One' })).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
  })
  for (let i = 2; i <= 10; i += 1) await enrolled(client, `${i}`)
  expect(await enroll({ factor_type: 'totp' })).toMatchObject({
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
  })
})

test('concurrent enrollments do not exceed the maximum number of factors', async () => {
  const { client, session } = await signedUp(target)
  const responses = await Promise.all(
    Array.from({ length: 14 }, () =>
      ask(target, session.access_token, 'POST', '/factors', { factor_type: 'totp' }),
    ),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
  expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(10)
})

test('anonymous users can neither enroll nor challenge factors', async () => {
  const { data } = await clientOf(target).auth.signInAnonymously()
  const token = data.session!.access_token
  for (const path of ['/factors', `/factors/${crypto.randomUUID()}/challenge`]) {
    expect(await ask(target, token, 'POST', path, {})).toMatchObject({
      status: 403,
      code: 'no_authorization',
    })
  }
})

test.runIf(isOwnTarget)(
  'activating a first factor requires a verified email or phone',
  async () => {
    const { client, user } = await signedUp(target)
    const { factorId, secret } = await enrolled(client)
    const confirm = () => client.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })
    expect((await confirm()).error).toMatchObject({ status: 422, code: 'mfa_account_not_proven' })
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([
      { status: 'unverified' },
    ])
    await target.sql!`
      update auth.users set phone = ${String(Date.now())}, phone_confirmed_at = now()
      where id = ${user.id}`
    expect((await confirm()).error).toBeNull()
  },
)

test('an aal1 session cannot activate a second factor, whether the factor was enrolled before or after the first factor', async () => {
  const { client, email } = await verifiedUser(target)
  const early = await signedInAgain(target, email)
  const planted = await enrolled(early.client, 'Planted')
  const { factorId, secret } = await enrolled(client, 'Own')
  await client.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })
  const late = await signedInAgain(target, email)
  expect((await late.client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  const code = appCode(planted.secret)
  const verified = await late.client.auth.mfa.challengeAndVerify({
    factorId: planted.factorId,
    code,
  })
  expect(verified.error?.code).toBe('mfa_factor_not_found')
  const { session } = late
  expect(
    await ask(target, session.access_token, 'POST', '/factors', { factor_type: 'totp' }),
  ).toMatchObject({ status: 403, code: 'insufficient_aal' })
})

test.runIf(isOwnTarget)(
  'an aal1 session of an attacker who knows a factor secret cannot activate this factor',
  async () => {
    const { client, email, user } = await withFactor(target)
    const { factorId, secret } = await enrolled(client, 'Second')
    const { client: intruder } = await signedInAgain(target, email)
    const { error } = await intruder.auth.mfa.challengeAndVerify({
      factorId,
      code: appCode(secret),
    })
    expect(error?.code).toBe('insufficient_aal')
    const rows = await target.sql!`
    select from auth.mfa_factors where user_id = ${user.id} and status = 'verified'`
    expect(rows).toHaveLength(1)
  },
)

test.runIf(isOwnTarget)('POST /factors rejects factor types that are disabled', async () => {
  const closed = await openTarget({ auth: { mfa: { totp: false, phone: false } } })
  try {
    const { session } = await signedUp(closed)
    for (const type of ['totp', 'phone']) {
      const body = { factor_type: type, phone: '+15005550006' }
      expect(await ask(closed, session.access_token, 'POST', '/factors', body)).toMatchObject({
        status: 422,
        code: `mfa_${type}_enroll_not_enabled`,
      })
    }
  } finally {
    await closed.close()
  }
})

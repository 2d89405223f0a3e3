import { URI, type TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import {
  appCode,
  ask,
  enrolled,
  provenPerson,
  signedInAgain,
  withFactor,
} from './person-with-factor.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

test('an app is given a secret, its address and a picture of it', async () => {
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
  // The client makes an address of it without escaping: these would end it, or mean something else.
  expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/)
})

test('an issuer of half a character is read as well as it can be', async () => {
  const { session } = await signedUp(target)
  const body = { factor_type: 'totp', issuer: 'Hour\ud83d' }
  const answer = await ask(target, session.access_token, 'POST', '/factors', body)
  expect(answer.status).toBe(200)
  const { uri } = answer['totp'] as { uri: string }
  expect(URI.parse(uri)).toMatchObject({ issuer: 'Hour\ufffd' })
})

test('a factor that was begun is listed, counts for nothing, and never tells its secret', async () => {
  const { client } = await signedUp(target)
  const { factorId, secret } = await enrolled(client)
  const { data } = await client.auth.mfa.listFactors()
  expect(data?.all).toMatchObject([{ id: factorId, status: 'unverified', factor_type: 'totp' }])
  expect(data?.totp).toEqual([])
  expect(JSON.stringify(data)).not.toContain(secret)
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test('unknown kinds, keys of the browser, names given twice and an eleventh factor are refused', async () => {
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

test('many at once do not get past the limit', async () => {
  const { client, session } = await signedUp(target)
  const answers = await Promise.all(
    Array.from({ length: 14 }, () =>
      ask(target, session.access_token, 'POST', '/factors', { factor_type: 'totp' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(10)
})

test('an anonymous person has no factors', async () => {
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
  'whoever has shown neither address nor number to be theirs has no first factor',
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

test('a password alone sets up no further factor, begun before the first one or after', async () => {
  const { client, email } = await provenPerson(target)
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

test.runIf(isOwnTarget)('a factor that was planted all the same raises no session', async () => {
  const { client, email, user } = await withFactor(target)
  const { factorId, secret } = await enrolled(client, 'Second')
  const { client: intruder } = await signedInAgain(target, email)
  const { error } = await intruder.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })
  expect(error?.code).toBe('insufficient_aal')
  const rows = await target.sql!`
    select from auth.mfa_factors where user_id = ${user.id} and status = 'verified'`
  expect(rows).toHaveLength(1)
})

test.runIf(isOwnTarget)('kinds that are switched off are refused', async () => {
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

import { expect, test } from 'vitest'
import { isOwnTarget, useTarget } from '../target.ts'
import { appCode, ask, enrolled, verifiedUser } from './user-with-factor.ts'

const target = useTarget()

async function started() {
  const person = await verifiedUser(target)
  return { ...person, ...(await enrolled(person.client)) }
}

test('POST /factors/{id}/challenge returns the time at which the challenge expires', async () => {
  const { client, factorId } = await started()
  const inFiveMinutes = () => Math.floor(Date.now() / 1000) + 300
  const earliest = inFiveMinutes()
  const { data, error } = await client.auth.mfa.challenge({ factorId })
  expect(error).toBeNull()
  expect(data?.type).toBe('totp')
  expect(data!.expires_at).toBeGreaterThanOrEqual(earliest)
  expect(data!.expires_at).toBeLessThanOrEqual(inFiveMinutes() + 1)
  const { data: factors } = await client.auth.mfa.listFactors()
  expect(factors?.all[0]?.last_challenged_at).toBeTruthy()
})

test('POST /factors/{id}/challenge returns different errors for an unknown and a malformed id', async () => {
  const { session } = await started()
  const challenge = (id: string) =>
    ask(target, session.access_token, 'POST', `/factors/${id}/challenge`, {})
  expect(await challenge(crypto.randomUUID())).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  })
  expect(await challenge('seven')).toMatchObject({ status: 404, code: 'validation_failed' })
})

test("POST /factors/{id}/challenge returns the same error for another user's factor as for an unknown factor", async () => {
  const { factorId, secret } = await started()
  const { client } = await verifiedUser(target)
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })
  expect(error?.code).toBe('mfa_factor_not_found')
  expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
})

test('a factor challenge can be verified only from the IP address that created it', async () => {
  const { session, factorId, secret } = await started()
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const post = (path: string, body: object, address: string) =>
    ask(
      target,
      session.access_token,
      'POST',
      `/factors/${factorId}/${path}`,
      body,
      from(address),
    ) as Promise<{ status: number; id: string; code?: string }>
  const { id } = await post('challenge', {}, '192.0.2.1')
  const answer = { challenge_id: id, code: appCode(secret) }
  expect(await post('verify', answer, '192.0.2.2')).toMatchObject({
    status: 422,
    code: 'mfa_ip_address_mismatch',
  })
  expect((await post('verify', answer, '192.0.2.1')).status).toBe(200)
})

test.runIf(isOwnTarget)('an expired factor challenge is rejected', async () => {
  const { client, factorId, secret } = await started()
  const { data } = await client.auth.mfa.challenge({ factorId })
  const challengeId = data!.id
  await target.sql!`
    update auth.mfa_challenges set created_at = now() - interval '301 seconds'
    where id = ${challengeId}`
  const verify = () => client.auth.mfa.verify({ factorId, challengeId, code: appCode(secret) })
  expect((await verify()).error?.code).toBe('mfa_challenge_expired')
  expect((await verify()).error?.code).toBe('mfa_factor_not_found')
})

test('factor challenges are rate limited', async () => {
  const { session, factorId } = await started()
  const responses = await Promise.all(
    Array.from({ length: 40 }, () =>
      ask(target, session.access_token, 'POST', `/factors/${factorId}/challenge`, {}),
    ),
  )
  expect(responses.filter(({ status }) => status === 200).length).toBeLessThan(36)
  expect(responses.filter(({ code }) => code === 'over_request_rate_limit').length).toBeGreaterThan(
    4,
  )
})

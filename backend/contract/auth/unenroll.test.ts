import { expect, test } from 'vitest'
import { signedUp, useTarget } from '../target.ts'
import { appCode, ask, enrolled, signedInAgain, withFactor } from './user-with-factor.ts'

const target = useTarget()

const aalOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { aal: string }).aal

test('an aal1 session can remove an unverified factor', async () => {
  const { client } = await signedUp(target)
  const { factorId } = await enrolled(client)
  const { data, error } = await client.auth.mfa.unenroll({ factorId })
  expect([data?.id, error]).toEqual([factorId, null])
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
})

test('removing a factor lowers every session that was verified with this factor to aal1', async () => {
  const { client, email, factorId, secret } = await withFactor(target)
  const other = await signedInAgain(target, email)
  await other.client.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret, 1) })
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  for (const each of [client, other.client]) {
    const { data } = await each.auth.refreshSession()
    expect(aalOf(data.session!.access_token)).toBe('aal1')
    expect(data.user?.factors).toBeUndefined()
  }
})

test('removing a factor keeps a session at aal2 if the session was verified with another factor', async () => {
  const { client, factorId } = await withFactor(target)
  const second = await enrolled(client, 'Second')
  const code = appCode(second.secret)
  await client.auth.mfa.challengeAndVerify({ factorId: second.factorId, code })
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  const { data } = await client.auth.refreshSession()
  expect(aalOf(data.session!.access_token)).toBe('aal2')
})

test('DELETE /factors/{id} returns different errors for an unknown and a malformed id', async () => {
  const { session } = await signedUp(target)
  const remove = (id: string) => ask(target, session.access_token, 'DELETE', `/factors/${id}`)
  expect(await remove(crypto.randomUUID())).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  })
  expect(await remove('seven')).toMatchObject({ status: 404, code: 'validation_failed' })
})

test("deleting a verified factor requires an aal2 session of the factor's owner", async () => {
  const { client, email, factorId } = await withFactor(target)
  const { client: intruder } = await signedInAgain(target, email)
  const refused = await intruder.auth.mfa.unenroll({ factorId })
  expect([refused.error?.status, refused.error?.code]).toEqual([422, 'insufficient_aal'])
  const { client: attacker } = await withFactor(target)
  expect((await attacker.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
})

test('after a factor is removed, the server uses the current assurance level of the session, not the aal claim of the access token', async () => {
  const { client, factorId, raised } = await withFactor(target)
  const second = await enrolled(client, 'Second')
  await client.auth.mfa.challengeAndVerify({
    factorId: second.factorId,
    code: appCode(second.secret),
  })
  await client.auth.mfa.unenroll({ factorId: second.factorId })
  // The access token still contains aal2, although the removal reduced the session to aal1.
  expect(aalOf(raised.access_token)).toBe('aal2')
  expect(await ask(target, raised.access_token, 'DELETE', `/factors/${factorId}`)).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  })
})

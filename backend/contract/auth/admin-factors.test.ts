import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { ask, withFactor } from './user-with-factor.ts'

describe.runIf(isOwnTarget)('/admin/users/{id}/factors', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget()
  })
  afterAll(() => box.target.close())

  const mfa = () => clientOf(box.target, box.target.serviceRoleKey).auth.admin.mfa

  test("admins can list a user's factors, and the list contains no secrets", async () => {
    const { user, factorId, secret } = await withFactor(box.target)
    const { data, error } = await mfa().listFactors({ userId: user.id })
    expect(error).toBeNull()
    expect(data?.factors).toMatchObject([
      { id: factorId, factor_type: 'totp', status: 'verified', friendly_name: 'App' },
    ])
    expect(JSON.stringify(data)).not.toContain(secret)
  })

  test('when an admin removes a second factor, sessions verified with that factor drop to aal1 and the user is notified', async () => {
    const { user, factorId, client, email } = await withFactor(box.target)
    const { data, error } = await mfa().deleteFactor({ userId: user.id, id: factorId })
    expect(error).toBeNull()
    // Expects `data.data`, because auth-js puts the whole response body into `data`.
    expect(data).toMatchObject({ data: { id: factorId } })
    expect((await client.auth.getUser()).data.user).not.toHaveProperty('factors')
    const [session] = await box.sql`select aal from auth.sessions where user_id = ${user.id}`
    expect(session?.['aal']).toBe('aal1')
    expect((await box.lastMail(email)).email_data.email_action_type).toBe(
      'mfa_factor_unenrolled_notification',
    )
  })

  test('admin endpoints for factors reject unknown users and factors', async () => {
    const { user } = await withFactor(box.target)
    const { serviceRoleKey } = box.target
    const path = `/admin/users/${user.id}/factors`
    const responses = [
      ['GET', '/admin/users/7/factors', 'validation_failed'],
      ['GET', `/admin/users/${crypto.randomUUID()}/factors`, 'user_not_found'],
      ['DELETE', `${path}/7`, 'validation_failed'],
      ['DELETE', `${path}/${crypto.randomUUID()}`, 'mfa_factor_not_found'],
    ] as const
    for (const [method, address, code] of responses) {
      const answer = await ask(box.target, serviceRoleKey, method, address)
      expect(answer).toMatchObject({ status: 404, code })
    }
  })

  test('admin endpoints for factors require the service role and reject the id of a user who does not own the factor', async () => {
    const { user, factorId, raised } = await withFactor(box.target)
    const other = await withFactor(box.target)
    const path = `/admin/users/${user.id}/factors`
    for (const token of [raised.access_token, box.target.anonKey]) {
      for (const [method, address] of [
        ['GET', path],
        ['DELETE', `${path}/${factorId}`],
      ] as const) {
        const answer = await ask(box.target, token, method, address)
        expect(answer).toMatchObject({ status: 403, code: 'not_admin' })
      }
    }
    const { serviceRoleKey } = box.target
    const crossed = await ask(box.target, serviceRoleKey, 'DELETE', `${path}/${other.factorId}`)
    expect(crossed).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const { data } = await mfa().listFactors({ userId: other.user.id })
    expect(data?.factors).toHaveLength(1)
  })
})

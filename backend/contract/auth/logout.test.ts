import { describe, expect, test } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import { clientOf, isOwnTarget, password, signedUp, useTarget } from '../target.ts'
import { ask, signedInAgain, withFactor } from './user-with-factor.ts'

const target = useTarget()

const isOpen = async (token: string) => (await ask(target, token, 'GET', '/user')).status === 200

async function logOut(token: string | null, query = '') {
  const response = await fetch(`${target.url}/auth/v1/logout${query}`, {
    method: 'POST',
    headers: {
      'X-Supabase-Api-Version': '2024-01-01',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
  })
  const text = await response.text()
  const body = text === '' ? {} : (JSON.parse(text) as { code: string; message: string })
  return { status: response.status, ...body }
}

describe('POST /logout', () => {
  test('signing out revokes the current session and its tokens immediately', async () => {
    const { client, session } = await signedUp(target)
    expect((await client.auth.signOut()).error).toBeNull()
    const answer = await ask(target, session.access_token, 'GET', '/user')
    expect(answer).toMatchObject({ status: 403, code: 'session_not_found' })
    const { refresh_token } = session
    const { error } = await clientOf(target).auth.refreshSession({ refresh_token })
    expect(error?.code).toBe('refresh_token_not_found')
  })

  test.each([
    ['global', false, false],
    ['local', false, true],
    ['others', true, false],
  ] as const)(
    'POST /logout with scope %s revokes the sessions of that scope',
    async (scope, isThisOpen, isOtherOpen) => {
      const { client, session, email } = await signedUp(target)
      const { data } = await clientOf(target).auth.signInWithPassword({ email, password })
      expect((await client.auth.signOut({ scope })).error).toBeNull()
      expect(await isOpen(session.access_token)).toBe(isThisOpen)
      expect(await isOpen(data.session!.access_token)).toBe(isOtherOpen)
    },
  )

  test('POST /logout without a scope revokes all sessions', async () => {
    const { session, email } = await signedUp(target)
    const { data } = await clientOf(target).auth.signInWithPassword({ email, password })
    expect(await logOut(session.access_token)).toEqual({ status: 204 })
    expect(await isOpen(data.session!.access_token)).toBe(false)
  })

  test.runIf(isOwnTarget).each([
    ['others', true],
    ['global', false],
  ] as const)(
    'POST /logout with scope %s fails in an aal1 session of an account with a second factor, and keeps other sessions open',
    async (scope, isThisOpen) => {
      const { email, raised } = await withFactor(target)
      const { session } = await signedInAgain(target, email)
      expect(await logOut(session.access_token, `?scope=${scope}`)).toMatchObject({
        status: 403,
        code: 'insufficient_aal',
      })
      expect(await isOpen(raised.access_token)).toBe(true)
      expect(await isOpen(session.access_token)).toBe(isThisOpen)
      const again = await signedInAgain(target, email)
      expect(await logOut(raised.access_token, `?scope=${scope}`)).toEqual({ status: 204 })
      expect(await isOpen(again.session.access_token)).toBe(false)
      expect(await isOpen(raised.access_token)).toBe(isThisOpen)
    },
  )

  test('admin.signOut of supabase-js revokes the session of the given access token', async () => {
    const { session } = await signedUp(target)
    const { admin } = clientOf(target, target.serviceRoleKey).auth
    expect((await admin.signOut(session.access_token, 'local')).error).toBeNull()
    expect(await isOpen(session.access_token)).toBe(false)
  })

  test('POST /logout rejects an unknown scope', async () => {
    const { session } = await signedUp(target)
    expect(await logOut(session.access_token, '?scope=all')).toEqual({
      status: 400,
      code: 'validation_failed',
      message: 'Unsupported logout scope "all"',
    })
    expect(await isOpen(session.access_token)).toBe(true)
  })

  test('a user cannot sign out the session of another user', async () => {
    const { user, session } = await signedUp(target)
    const attacker = await signedUp(target)
    const exp = Math.floor(Date.now() / 1000) + 3600
    const crossed = new Tokens(target.jwtSecret).sign({
      sub: attacker.user.id,
      role: 'authenticated',
      session_id: JSON.parse(atob(session.access_token.split('.')[1]!)).session_id as string,
      exp,
    })
    expect(await logOut(crossed)).toMatchObject({ status: 403, code: 'session_not_found' })
    const forged = new Tokens('another secret that is long enough').sign({ sub: user.id, exp })
    expect(await logOut(forged)).toMatchObject({ status: 403, code: 'bad_jwt' })
    expect(await logOut(null)).toMatchObject({ status: 401, code: 'no_authorization' })
    expect(await logOut(target.serviceRoleKey)).toMatchObject({ status: 403, code: 'bad_jwt' })
    expect((await attacker.client.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect(await isOpen(session.access_token)).toBe(true)
  })

  test.runIf(isOwnTarget)('signing out is written to the audit log with its scope', async () => {
    const { client, user } = await signedUp(target)
    await client.auth.signOut({ scope: 'others' })
    const rows = await target.sql!`
      select payload -> 'traits' ->> 'scope' as scope from auth.audit_log_entries
      where payload ->> 'actor_id' = ${user.id} and payload ->> 'action' = 'logout'`
    expect(rows.map((row) => row['scope'])).toEqual(['others'])
  })
})

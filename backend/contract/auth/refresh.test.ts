import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, signedUp, useTarget } from '../target.ts'
import { browsers, send, newIpAddress } from './clients.ts'

const target = useTarget()

type Answer = { status: number; body: Record<string, string> }

async function refresh(token: string, on = target): Promise<Answer> {
  const response = await fetch(`${on.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
    headers: { 'X-Supabase-Api-Version': '2024-01-01' },
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function ageTokens(): Promise<void> {
  await target.sql!`update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'`
}

describe('grant_type=refresh_token', () => {
  test('a refresh rotates the refresh token and keeps the session id', async () => {
    const { session } = await signedUp(target)
    expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/)
    const next = await refresh(session.refresh_token)
    expect(next.status).toBe(200)
    expect(next.body.refresh_token).toMatch(/^[a-z0-9]{12}$/)
    expect(next.body.refresh_token).not.toBe(session.refresh_token)
    const sessionIdOf = (token = '') =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).session_id
    expect(sessionIdOf(next.body.access_token)).toBe(sessionIdOf(session.access_token))
  })

  test.runIf(isOwnTarget)(
    'refresh tokens are stored neither in plaintext nor as unkeyed SHA-256 hashes',
    async () => {
      const { session, user } = await signedUp(target)
      const rows = await target.sql!<{ token: string }[]>`
      select token from auth.refresh_tokens where user_id = ${user.id}`
      expect(rows).toHaveLength(1)
      // An attacker could reverse unkeyed hashes of short tokens by hashing all possible tokens.
      const plain = createHash('sha256').update(session.refresh_token).digest('hex')
      expect([session.refresh_token, plain]).not.toContain(rows[0]!.token)
    },
  )

  test('twenty concurrent refreshes with the same refresh token all succeed and return the same new refresh token', async () => {
    const { session } = await signedUp(target)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refresh(session.refresh_token)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  test('reusing the predecessor of the active refresh token always returns the active token, even after the reuse interval', async () => {
    const { session } = await signedUp(target)
    const first = await refresh(session.refresh_token)
    await ageTokens()
    const again = await refresh(session.refresh_token)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
  })

  test('reusing an older refresh token within the reuse interval issues a new token', async () => {
    const { session } = await signedUp(target)
    const second = await refresh(session.refresh_token)
    await refresh(second.body.refresh_token!)
    expect((await refresh(session.refresh_token)).status).toBe(200)
  })

  test('reusing an older refresh token twice within the reuse interval returns the same new token', async () => {
    const { session } = await signedUp(target)
    const second = await refresh(session.refresh_token)
    await refresh(second.body.refresh_token!)
    const swapped = await refresh(session.refresh_token)
    const again = await refresh(session.refresh_token)
    expect(again.body.refresh_token).toBe(swapped.body.refresh_token)
  })

  test('after an older refresh token is reused, both the newest token and the token issued for the reuse are valid', async () => {
    const { session } = await signedUp(target)
    const second = await refresh(session.refresh_token)
    const third = await refresh(second.body.refresh_token!)
    const swapped = await refresh(session.refresh_token)
    const next = await refresh(third.body.refresh_token!)
    expect(next.status).toBe(200)
    expect((await refresh(swapped.body.refresh_token!)).status).toBe(200)
    expect((await refresh(next.body.refresh_token!)).status).toBe(200)
  })

  test('each time an older refresh token of a session is reused, the server issues another new token', async () => {
    const { session } = await signedUp(target)
    const first = session.refresh_token
    const follow = async (token: string) => (await refresh(token)).body.refresh_token!
    const second = await follow(first)
    const third = await follow(second)
    const swapped = [await follow(first), await follow(second)]
    // Refreshes `third`, so that the newest token is a successor of `third`, not of a reused token.
    await follow(third)
    swapped.push(await follow(first))
    expect(swapped).not.toContain(undefined)
    expect(new Set(swapped).size).toBe(3)
  })

  test.runIf(isOwnTarget)(
    'a refresh does not wait for concurrent changes of the account',
    async () => {
      const { session, user } = await signedUp(target)
      const next = await refresh(session.refresh_token)
      await target.sql!.begin(async (tx) => {
        await tx`select from auth.users where id = ${user.id} for no key update`
        await tx`select from auth.sessions where user_id = ${user.id} for key share`
        const again = await refresh(session.refresh_token)
        expect(again.body.refresh_token).toBe(next.body.refresh_token)
        expect((await refresh(next.body.refresh_token!)).status).toBe(200)
      })
    },
  )

  test.runIf(isOwnTarget)(
    'reusing an older refresh token after the reuse interval revokes all tokens of the session',
    async () => {
      const { session } = await signedUp(target)
      const second = await refresh(session.refresh_token)
      const third = await refresh(second.body.refresh_token!)
      await ageTokens()
      const stolen = await refresh(session.refresh_token)
      expect(stolen).toMatchObject({
        status: 400,
        body: {
          code: 'refresh_token_already_used',
          message: 'Invalid Refresh Token: Already Used',
        },
      })
      for (const token of [third, second].map(({ body }) => body.refresh_token!)) {
        expect((await refresh(token)).body.code).toBe('refresh_token_already_used')
      }
    },
  )

  test('POST /token returns different errors for unknown and malformed refresh tokens', async () => {
    expect(await refresh('aaaaaaaaaaaa')).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    })
    for (const token of ['short', 'AAAAAAAAAAAA', 'aaaaaaaaaaaaa', "aaaaaaaaaaa'"]) {
      expect(await refresh(token)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: 'Refresh token is not valid' },
      })
    }
  })

  test.runIf(isOwnTarget)('a session cannot be refreshed after its fixed end', async () => {
    const { session, user } = await signedUp(target)
    await target.sql!`update auth.sessions set not_after = now() where user_id = ${user.id}`
    expect((await refresh(session.refresh_token)).body.code).toBe('session_expired')
  })

  test.runIf(isOwnTarget).each([
    ['its maximum age has passed', { sessionTimebox: 3600 }, 'created_at'],
    ['its maximum idle time has passed', { sessionInactivity: 3600 }, 'refreshed_at'],
  ])('a session cannot be refreshed when %s', async (_, auth, column) => {
    const limited = await openTarget({ auth })
    const { session } = await signedUp(limited)
    const next = await refresh(session.refresh_token, limited)
    expect(next.status).toBe(200)
    await limited.sql!`
      update auth.sessions set ${limited.sql!(column)} = now() - interval '61 minutes'`
    const late = await refresh(next.body.refresh_token!, limited)
    expect(late).toMatchObject({ status: 400, body: { code: 'session_expired' } })
    expect((await refresh(session.refresh_token, limited)).body.code).toBe('session_expired')
    await limited.close()
  })

  test.runIf(isOwnTarget).each(['1 hour', '9000 years', 'infinity'])(
    'POST /token rejects a refresh by a user banned for %s',
    async (length) => {
      const { session, user } = await signedUp(target)
      await target.sql!`
        update auth.users set banned_until = case ${length} when 'infinity' then 'infinity'
          else now() + ${length}::text::interval end
        where id = ${user.id}`
      expect((await refresh(session.refresh_token)).body.code).toBe('user_banned')
      await target.sql!`update auth.sessions set not_after = now() where user_id = ${user.id}`
      expect((await refresh(session.refresh_token)).body.code).toBe('user_banned')
    },
  )

  test.runIf(isOwnTarget).each([
    [
      'revoked for token reuse',
      'refresh_token_already_used',
      'update auth.refresh_tokens set revoked = true',
    ],
    ['revoked by sign-out', 'refresh_token_not_found', 'delete from auth.sessions'],
    ['expired', 'session_expired', 'update auth.sessions set not_after = now()'],
  ])(
    'POST /token rejects a refresh if the session is %s during the request',
    async (_, code, end) => {
      const sql = target.sql!
      const { session, user } = await signedUp(target)
      let waiting: ReturnType<typeof refresh> | undefined
      await sql.begin(async (tx) => {
        await tx`select from auth.sessions where user_id = ${user.id} for update`
        waiting = refresh(session.refresh_token)
        // Waits until the refresh has accepted the token and is waiting for the session's lock.
        const waiters = () => sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await waiters()).length).toBe(1)
        await tx.unsafe(`${end} where user_id = $1`, [user.id])
      })
      expect(await waiting).toMatchObject({ status: 400, body: { code } })
      const active = await sql`
      select from auth.refresh_tokens where user_id = ${user.id} and not revoked`
      expect(active).toHaveLength(end.includes('not_after') ? 1 : 0)
    },
  )

  test.runIf(isOwnTarget)(
    'a successful refresh stores browser and IP address in the session, and a rejected refresh does not',
    async () => {
      const { session, user } = await signedUp(target)
      const turnIn = (token: string, caller: { address: string; userAgent: string }) =>
        send(target, '/token?grant_type=refresh_token', { refresh_token: token }, caller)
      const caller = { address: newIpAddress(), userAgent: browsers.safari }
      const second = await turnIn(session.refresh_token, caller)
      const third = await turnIn(second.body.refresh_token!, caller)
      expect(third.status).toBe(200)
      await ageTokens()
      const attacker = { address: newIpAddress(), userAgent: browsers.firefox }
      expect((await turnIn(session.refresh_token, attacker)).status).toBe(400)
      const [row] = await target.sql!`
      select host(ip) as ip, user_agent, refreshed_at is not null as "isRefreshed"
      from auth.sessions where user_id = ${user.id}`
      expect(row).toEqual({
        ip: caller.address,
        user_agent: caller.userAgent,
        isRefreshed: true,
      })
    },
  )

  test.runIf(isOwnTarget)(
    'auth.refresh_tokens and auth.sessions contain no refresh token in plaintext',
    async () => {
      const { session, user } = await signedUp(target)
      const rows = await target.sql!`
      select to_jsonb(t)::text as row from auth.refresh_tokens t where user_id = ${user.id}
      union all
      select to_jsonb(s)::text from auth.sessions s where user_id = ${user.id}`
      expect(rows.length).toBe(2)
      for (const { row } of rows) expect(row).not.toContain(session.refresh_token)
    },
  )
})

import { createHmac } from 'node:crypto'
import type { Queryable } from '#backend/platform/queryable.ts'
import { AuthError } from './errors.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const tokenLength = 12

export type RefreshTokens = ReturnType<typeof createRefreshTokens>

type StoredToken = { counter: number; parent: string | null }

/**
 * Refresh tokens are never stored, only their hashes. A token is derived from the server's secret,
 * its session and its place in the session's line, so the server can say the active token again to
 * a client that lost the answer, while a copy of the database holds nothing that signs anybody in:
 * the hashes are keyed, as among those of many sessions twelve characters would be found by trying.
 */
export function createRefreshTokens(serverSecret: string) {
  const key = createHmac('sha256', serverSecret).update('refresh tokens').digest()

  /** A token as it is stored. */
  function hash(token: string): string {
    return createHmac('sha256', key).update(`stored ${token}`).digest('hex')
  }

  /** The `counter`th token of a session. */
  function derive(sessionId: string, counter: number): string {
    const bytes = createHmac('sha256', key).update(`${sessionId}:${counter}`).digest()
    // 256 bits in base 36: the last twelve digits are as good as evenly spread.
    let rest = BigInt(`0x${bytes.toString('hex')}`)
    let token = ''
    for (let i = 0; i < tokenLength; i += 1) {
      token += alphabet[Number(rest % 36n)]
      rest /= 36n
    }
    return token
  }

  /** The token that follows the `counter`th of a session, and how it is stored. */
  function successor(sessionId: string, counter: number) {
    const token = derive(sessionId, counter + 1)
    return { token, hash: hash(token), counter: counter + 1 }
  }

  /** Appends a token to the session's line. The caller holds the session's row lock. */
  async function issue(
    sql: Queryable,
    session: { id: string; userId: string },
    parent: string | null = null,
  ): Promise<string> {
    const [last] = await sql<{ counter: number }[]>`
      select coalesce(max(counter), 0)::int as counter
      from auth.refresh_tokens where session_id = ${session.id}`
    const counter = (last?.counter ?? 0) + 1
    const token = derive(session.id, counter)
    await sql`
      insert into auth.refresh_tokens (token, user_id, session_id, parent, counter)
      values (${hash(token)}, ${session.userId}, ${session.id}, ${parent}, ${counter})`
    return token
  }

  /**
   * Exchanges a token for its successor, under the session's row lock (held by the caller).
   * Returns null when the token was stolen or replayed: its family is revoked then, and the caller
   * must commit before refusing. A family without an active token was revoked before and stays so.
   */
  async function rotate(
    sql: Queryable,
    session: { id: string; userId: string },
    presented: string,
    reuseSeconds: number,
  ): Promise<string | null> {
    const stored = hash(presented)
    const [row] = await sql<{ revoked: boolean; isRecent: boolean }[]>`
      select revoked, updated_at > clock_timestamp() - make_interval(secs => ${reuseSeconds})
        as "isRecent"
      from auth.refresh_tokens where token = ${stored}`
    if (!row) throw tokenNotFound()
    if (row.revoked) {
      const [active] = await sql<StoredToken[]>`
        select counter, parent from auth.refresh_tokens
        where session_id = ${session.id} and not revoked order by id desc limit 1`
      if (active?.parent === stored) return derive(session.id, active.counter)
      if (!active || !row.isRecent) {
        await sql`
          update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
          where session_id = ${session.id} and not revoked`
        return null
      }
    } else {
      await sql`
        update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
        where token = ${stored}`
    }
    return issue(sql, session, stored)
  }

  return { hash, successor, issue, rotate }
}

export function isTokenShaped(token: string): boolean {
  return /^[a-z0-9]{12}$/.test(token)
}

export function tokenNotFound(): AuthError {
  return new AuthError(
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  )
}

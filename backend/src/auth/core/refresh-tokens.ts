import { createHmac, createSecretKey } from 'node:crypto'
import type { Queryable } from '#backend/platform/database.ts'
import { AuthError } from './errors.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

const tokenLength = 12

export type RefreshTokens = ReturnType<typeof createRefreshTokens>

type StoredToken = { token: string; counter: number; parent: string | null }

/**
 * Refresh tokens are never stored, only their hashes. A token is derived from the server's secret and
 * from the stored form of the token it follows (or from its session and its place in the line, where
 * that one has a successor already), so the server can say the active token again to a client that
 * lost the answer, while a copy of the database holds nothing that signs anybody in: the hashes are
 * keyed, as among those of many sessions twelve characters would be found by trying.
 */
export function createRefreshTokens(serverSecret: string) {
  // As a key object: the crypto module takes a buffer for a key seven times as slowly.
  const key = createSecretKey(createHmac('sha256', serverSecret).update('refresh tokens').digest())

  /** A token as it is stored. */
  function hash(token: string): string {
    return createHmac('sha256', key).update(`stored ${token}`).digest('hex')
  }

  function derive(from: string): string {
    const bytes = createHmac('sha256', key).update(from).digest()
    // 256 bits in base 36: the last twelve digits are as good as evenly spread.
    let rest = BigInt(`0x${bytes.toString('hex')}`)
    let token = ''
    for (let i = 0; i < tokenLength; i += 1) {
      token += alphabet[Number(rest % 36n)]
      rest /= 36n
    }
    return token
  }

  /** The `counter`th token of a session. */
  function numbered(sessionId: string, counter: number): string {
    return derive(`${sessionId}:${counter}`)
  }

  function withHash(token: string) {
    return { token, hash: hash(token) }
  }

  /** The token a session begins with, and how it is stored. */
  function first(sessionId: string) {
    return { ...withHash(numbered(sessionId, 1)), counter: 1 }
  }

  /** The token that follows the active one, given as it is stored; and how it is stored itself. */
  function successor(stored: string) {
    return withHash(derive(`after ${stored}`))
  }

  /** A token that was issued, said again. */
  function again(sessionId: string, issued: StoredToken): string {
    const next = successor(issued.parent ?? '')
    return next.hash === issued.token ? next.token : numbered(sessionId, issued.counter)
  }

  /** Appends a token to the session's line. The caller holds the session's row lock. */
  async function issue(
    sql: Queryable,
    session: { id: string; userId: string },
    parent: string | null = null,
  ): Promise<string> {
    // The newest may be of a branch that counts less than another one has got to.
    const [last] = await sql<{ counter: number }[]>`
      select coalesce(max(counter), 0)::int as counter
      from auth.refresh_tokens where session_id = ${session.id}`
    const counter = (last?.counter ?? 0) + 1
    const token = numbered(session.id, counter)
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
        select token, counter, parent from auth.refresh_tokens
        where session_id = ${session.id} and not revoked order by id desc limit 1`
      if (active?.parent === stored) return again(session.id, active)
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

  return { hash, first, successor, issue, rotate }
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

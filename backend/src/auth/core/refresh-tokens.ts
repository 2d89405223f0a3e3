import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Queryable } from '#backend/platform/database.ts'
import { AuthError } from './errors.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

const tokenLength = 12

export type RefreshTokens = ReturnType<typeof createRefreshTokens>

type StoredToken = { token: string; counter: number; parent: string | null }

/**
 * Creates, hashes and rotates refresh tokens. The server derives a token from a secret and the
 * previous token's hash, or from a secret, the session id and `counter`. The server can therefore
 * recreate a token whose response was lost. The database stores only keyed hashes.
 */
export function createRefreshTokens([secret, ...otherSecrets]: readonly [string, ...string[]]) {
  const key = keyOf(secret)
  const otherKeys = otherSecrets.map(keyOf)

  function hash(token: string, under: KeyObject = key): string {
    return createHmac('sha256', under).update(`stored ${token}`).digest('hex')
  }

  /**
   * Returns a token's hashes. The first hash uses the current secret. Each other hash uses one of
   * the old secrets that are still accepted.
   */
  function hashes(token: string): string[] {
    return [key, ...otherKeys].map((each) => hash(token, each))
  }

  /**
   * Rehashes a token with the current secret if its hash was made with a former secret that is
   * still accepted. The caller holds the lock on the session's row.
   */
  async function adopt(sql: Queryable, sessionId: string, token: string): Promise<void> {
    const [current, ...others] = hashes(token)
    if (others.length === 0) return
    await sql`
      update auth.refresh_tokens set parent = ${current!}
      where session_id = ${sessionId} and parent in ${sql(others)}`
    await sql`
      update auth.refresh_tokens set token = ${current!}
      where session_id = ${sessionId} and token in ${sql(others)}`
  }

  function derive(from: string, under: KeyObject = key): string {
    const bytes = createHmac('sha256', under).update(from).digest()
    // The token consists of the last twelve base-36 digits of the HMAC, which are almost uniformly
    // distributed.
    let rest = BigInt(`0x${bytes.toString('hex')}`)
    let token = ''
    for (let i = 0; i < tokenLength; i += 1) {
      token += alphabet[Number(rest % 36n)]
      rest /= 36n
    }
    return token
  }

  function numbered(sessionId: string, counter: number): string {
    return derive(`${sessionId}:${counter}`)
  }

  function withHash(token: string) {
    return { token, hash: hash(token) }
  }

  function first(sessionId: string) {
    return { ...withHash(numbered(sessionId, 1)), counter: 1 }
  }

  function successor(stored: string) {
    return withHash(derive(`after ${stored}`))
  }

  /** Recreates the refresh token that replaced `presented`. Tries each accepted secret. */
  function again(sessionId: string, presented: string, issued: StoredToken): string | undefined {
    return [key, ...otherKeys]
      .flatMap((each) => [
        { under: each, token: derive(`after ${hash(presented, each)}`, each) },
        { under: each, token: derive(`${sessionId}:${issued.counter}`, each) },
      ])
      .find(({ under, token }) => hash(token, under) === issued.token)?.token
  }

  async function issue(
    sql: Queryable,
    session: { id: string; userId: string },
    parent: string | null = null,
  ): Promise<string> {
    // Reads the highest counter, because the active token may have a lower counter after concurrent
    // refreshes.
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
   * Exchanges a refresh token for its successor. The caller holds the session's row lock. For the
   * token before the active one, returns the active token again, because the response may have been
   * lost. For any other token reused more than `reuseSeconds` after rotation, revokes all tokens of
   * the session and returns null. The caller must then commit the revocation. Throws AuthError
   * (400) for an unknown token.
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
      const recreated = active?.parent === stored && again(session.id, presented, active)
      if (recreated) return recreated
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

  return { hash: (token: string) => hash(token), hashes, adopt, first, successor, issue, rotate }
}

function keyOf(secret: string): KeyObject {
  // Returns a KeyObject, because HMAC is seven times slower if the key is a buffer.
  return createSecretKey(createHmac('sha256', secret).update('refresh tokens').digest())
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

import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { isTokenShaped, tokenNotFound } from '#backend/auth/core/refresh-tokens.ts'
import { userAgentOf } from '#backend/auth/core/request-origin.ts'
import { ipAddressOf } from '#backend/platform/client-network.ts'
import {
  type AuthenticationMethod,
  type SessionRow,
  loadSessionResponse,
  sessionResponse,
} from '#backend/auth/core/sessions.ts'
import {
  type UserRow,
  findUserById,
  isBanned,
  userColumnsSql,
  userFromJson,
} from '#backend/auth/core/users.ts'

const refreshBody = z.object({ refresh_token: z.string().nullish() })

type RefreshedSession = SessionRow & { created_at: Date; refreshed_at: Date | null }

type RefreshRow = UserRow & { session_id: string; aal: string; amr: AuthenticationMethod[] }

/**
 * grant_type=refresh_token: returns a new access token and the next refresh token. Requests for the
 * same session wait for its row lock, so that they agree on one active token.
 */
export async function refreshSession(context: AuthContext, request: Request): Promise<Response> {
  const { refresh_token: presented } = await readBody(request, refreshBody)
  if (!presented || !isTokenShaped(presented)) throw invalid('Refresh token is not valid')
  const body =
    (await refreshActive(context, presented, request.headers)) ??
    (await refreshUnderLock(context, presented, request.headers))
  return json(body)
}

// If a concurrent request revokes the token while this request waits for the row lock, the subquery
// `used` returns no row.
const refreshSql = `
  with session as (
    update auth.sessions s
    set refreshed_at = now(), updated_at = now(), user_agent = $3, ip = $4::inet
    from auth.refresh_tokens t, auth.users u
    where t.token = $1 and not t.revoked and s.id = t.session_id and u.id = s.user_id
      and (s.not_after is null or s.not_after > now())
      and ($5::int is null or s.created_at > now() - make_interval(secs => $5::int))
      and ($6::int is null
        or coalesce(s.refreshed_at, s.created_at) > now() - make_interval(secs => $6::int))
      and (u.banned_until is null or u.banned_until <= now())
    returning ${userColumnsSql}, s.id as session_id, s.aal,
      array(select json_build_object('method', c.authentication_method,
          'timestamp', extract(epoch from c.updated_at)::int)
        from auth.mfa_amr_claims c where c.session_id = s.id order by c.updated_at desc) as amr
  ), used as (
    update auth.refresh_tokens t set revoked = true, updated_at = clock_timestamp()
    from session where t.token = $1 and not t.revoked
    returning t.token, t.user_id, t.session_id, t.counter
  ), issued as (
    insert into auth.refresh_tokens (token, user_id, session_id, parent, counter)
    select $2, user_id, session_id, token, counter + 1 from used
    returning session_id
  )
  select row_to_json(session)::text from session join issued using (session_id)`

/**
 * Refreshes a session with its active refresh token in one SQL statement. Returns null for any
 * other token, an expired session or a banned user.
 */
async function refreshActive(context: AuthContext, presented: string, headers: Headers) {
  const { settings, refreshTokens } = context
  const stored = refreshTokens.hash(presented)
  const next = refreshTokens.successor(stored)
  const [row] = await context
    .query({
      text: refreshSql,
      values: [
        stored,
        next.hash,
        userAgentOf(headers),
        ipAddressOf(headers),
        settings.sessionTimebox?.toString() ?? null,
        settings.sessionInactivity?.toString() ?? null,
      ],
    })
    .catch(conflictIfLocked)
  const found = row?.[0]
  if (!found) return null
  const user = userFromJson<RefreshRow>(found.toString())
  const session = { id: user.session_id, aal: user.aal }
  return sessionResponse(context, session, user, next.token, user.amr)
}

async function refreshUnderLock(context: AuthContext, presented: string, headers: Headers) {
  const body = await context.sql.begin(async (tx) => {
    await tx`set local lock_timeout = '5s'`
    const session = await lockSession(tx, context.refreshTokens.hashes(presented))
    await context.refreshTokens.adopt(tx, session.id, presented)
    const user = await findUserById(tx, session.user_id)
    if (!user) throw tokenNotFound()
    if (isBanned(user)) {
      throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
    }
    if (isExpired(context.settings, session)) {
      throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
    }
    const [active] = await tx`
      select from auth.refresh_tokens where session_id = ${session.id} and not revoked
      order by id desc limit 1`
    const next = await context.refreshTokens.rotate(
      tx,
      { id: session.id, userId: user.id },
      presented,
      context.settings.refreshTokenReuseInterval,
    )
    if (next === null) {
      if (active) await audit(tx, user, 'token_revoked', headers, { session_id: session.id })
      return null
    }
    await tx`
      update auth.sessions set refreshed_at = now(), updated_at = now(),
        user_agent = ${userAgentOf(headers)}, ip = ${ipAddressOf(headers)}
      where id = ${session.id}`
    return loadSessionResponse(context, tx, session, user, next)
  })
  // Throws the error after the transaction, so that the revocation of the tokens is committed.
  if (body === null) {
    throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  return body
}

async function lockSession(tx: Tx, hashes: string[]) {
  const [session] = await tx<RefreshedSession[]>`
    select s.id, s.user_id, s.aal, s.not_after, s.created_at, s.refreshed_at from auth.sessions s
    where s.id = (select session_id from auth.refresh_tokens where token in ${tx(hashes)})
    for no key update`.catch(conflictIfLocked)
  if (!session) throw tokenNotFound()
  return session
}

/** Maps a lock timeout (55P03) to 409 Conflict. */
function conflictIfLocked(cause: unknown): never {
  if (!(cause instanceof Error && 'code' in cause && cause.code === '55P03')) throw cause
  throw new AuthError(409, 'conflict', 'Too many concurrent token refresh requests')
}

function isExpired(settings: AuthContext['settings'], session: RefreshedSession): boolean {
  const now = Date.now()
  const isPast = (since: Date, seconds: number | null) =>
    seconds !== null && since.getTime() + seconds * 1000 <= now
  return (
    (session.not_after !== null && session.not_after.getTime() <= now) ||
    isPast(session.created_at, settings.sessionTimebox) ||
    isPast(session.refreshed_at ?? session.created_at, settings.sessionInactivity)
  )
}

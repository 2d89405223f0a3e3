import type postgres from 'postgres'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from './audit.ts'
import { readBody } from './body.ts'
import { AuthError, invalid } from './errors.ts'
import { addressOf, userAgentOf } from './origin.ts'
import { isTokenShaped, tokenNotFound } from './refresh-tokens.ts'
import {
  describeSession,
  isOver,
  sessionBody,
  type ProofOfIdentity,
  type SessionRow,
} from './sessions.ts'
import { findUserById, isBanned, userColumns, type UserRow } from './users.ts'
import type { AuthWorld } from './world.ts'

const refreshBody = z.object({ refresh_token: z.string().nullish() })

type RefreshedSession = SessionRow & { created_at: Date; refreshed_at: Date | null }

/** A token with its session and its person, as one statement reads them. */
type Presented = UserRow & {
  session_id: string
  aal: string
  not_after: Date | null
  session_created_at: Date
  refreshed_at: Date | null
  counter: number
  revoked: boolean
  proofs: ProofOfIdentity[]
}

/**
 * grant_type=refresh_token: a new access token and the next refresh token. Requests for one session
 * queue on its row lock, so all of them agree on one active token.
 */
export async function refreshSession(world: AuthWorld, request: Request): Promise<Response> {
  const { refresh_token: presented } = await readBody(request, refreshBody)
  if (!presented || !isTokenShaped(presented)) throw invalid('Refresh token is not valid')
  const body =
    (await refreshActive(world, presented, request.headers)) ??
    (await refreshUnderLock(world, presented, request.headers))
  return json(body)
}

/** The usual case, in two statements: the token is the active one. Null where a closer look is due. */
async function refreshActive(world: AuthWorld, presented: string, headers: Headers) {
  const { sql, refreshTokens } = world
  const stored = refreshTokens.hash(presented)
  const [found] = await sql<Presented[]>`
    select ${userColumns(sql)}, s.id as session_id, s.aal, s.not_after, s.refreshed_at,
      s.created_at as session_created_at, t.counter, t.revoked,
      (select coalesce(json_agg(json_build_object('method', authentication_method,
          'timestamp', extract(epoch from updated_at)::int) order by updated_at desc), '[]')
        from auth.mfa_amr_claims where session_id = s.id) as proofs
    from auth.refresh_tokens t
    join auth.sessions s on s.id = t.session_id
    join auth.users u on u.id = s.user_id
    where t.token = ${stored}`
  if (!found || found.revoked) return null
  const session = {
    id: found.session_id,
    user_id: found.id,
    aal: found.aal,
    not_after: found.not_after,
    created_at: found.session_created_at,
    refreshed_at: found.refreshed_at,
  }
  refuseWhereOver(world, session, found)
  const next = refreshTokens.successor(session.id, found.counter)
  const [turned] = await sql<{ done: boolean }[]>`
    select auth_internal.rotate_refresh_token(${session.id}, ${session.user_id}, ${stored},
      ${next.hash}, ${next.counter}, ${userAgentOf(headers)}, ${addressOf(headers)}) as done`.catch(
    tooMany,
  )
  return turned?.done ? describeSession(world, session, found, next.token, found.proofs) : null
}

async function refreshUnderLock(world: AuthWorld, presented: string, headers: Headers) {
  const body = await world.sql.begin(async (tx) => {
    await tx`set local lock_timeout = '5s'`
    const session = await lockSession(tx, world.refreshTokens.hash(presented))
    const user = await findUserById(tx, session.user_id)
    if (!user) throw tokenNotFound()
    refuseWhereOver(world, session, user)
    const [active] = await tx`
      select from auth.refresh_tokens where session_id = ${session.id} and not revoked limit 1`
    const next = await world.refreshTokens.rotate(
      tx,
      { id: session.id, userId: user.id },
      presented,
      world.config.auth.refreshTokenReuseInterval,
    )
    if (next === null) {
      if (active) await audit(tx, user, 'token_revoked', headers, { session_id: session.id })
      return null
    }
    await tx`
      update auth.sessions set refreshed_at = now(), updated_at = now(),
        user_agent = ${userAgentOf(headers)}, ip = ${addressOf(headers)}
      where id = ${session.id}`
    return sessionBody(world, tx, session, user, next)
  })
  // Refused only here, so that the revocation of the family is committed.
  if (body === null) {
    throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  return body
}

function refuseWhereOver(world: AuthWorld, session: RefreshedSession, user: UserRow): void {
  if (isOver(world.config, session)) {
    throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }
  if (isBanned(user)) {
    throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  }
}

async function lockSession(tx: postgres.TransactionSql, stored: string) {
  const [session] = await tx<RefreshedSession[]>`
    select s.id, s.user_id, s.aal, s.not_after, s.created_at, s.refreshed_at from auth.sessions s
    where s.id = (
      select session_id from auth.refresh_tokens where token = ${stored}
    )
    for update`.catch(tooMany)
  if (!session) throw tokenNotFound()
  return session
}

/** Whoever waits for the session's lock in vain comes too often. */
function tooMany(cause: unknown): never {
  if (!(cause instanceof Error && 'code' in cause && cause.code === '55P03')) throw cause
  throw new AuthError(409, 'conflict', 'Too many concurrent token refresh requests')
}

import type postgres from 'postgres'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from './body.ts'
import { AuthError, invalid } from './errors.ts'
import { hashToken, isTokenShaped, tokenNotFound } from './refresh-tokens.ts'
import { addressOf, sessionBody, userAgentOf, type SessionRow } from './sessions.ts'
import { findUserById, isBanned } from './users.ts'
import type { AuthWorld } from './world.ts'

const refreshBody = z.object({ refresh_token: z.string().nullish() })

/**
 * grant_type=refresh_token: a new access token and the next refresh token. Requests for one session
 * queue on its row lock, so all of them agree on one active token.
 */
export async function refreshSession(world: AuthWorld, request: Request): Promise<Response> {
  const { refresh_token: presented } = await readBody(request, refreshBody)
  if (!presented || !isTokenShaped(presented)) throw invalid('Refresh token is not valid')
  const body = await world.sql.begin(async (tx) => {
    await tx`set local lock_timeout = '5s'`
    const session = await lockSession(tx, presented)
    if (session.not_after && session.not_after <= new Date()) {
      throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
    }
    const user = await findUserById(tx, session.user_id)
    if (!user) throw tokenNotFound()
    if (isBanned(user)) {
      throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
    }
    const next = await world.refreshTokens.rotate(
      tx,
      { id: session.id, userId: user.id },
      presented,
      world.config.auth.refreshTokenReuseInterval,
    )
    if (next === null) return null
    await tx`
      update auth.sessions set refreshed_at = now(), updated_at = now(),
        user_agent = ${userAgentOf(request.headers)}, ip = ${addressOf(request.headers)}
      where id = ${session.id}`
    return sessionBody(world, tx, session, user, next)
  })
  // Refused only here, so that the revocation of the family is committed.
  if (body === null) {
    throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  return json(body)
}

async function lockSession(tx: postgres.TransactionSql, presented: string) {
  try {
    const [session] = await tx<SessionRow[]>`
      select s.id, s.user_id, s.aal, s.not_after from auth.sessions s
      where s.id = (
        select session_id from auth.refresh_tokens where token = ${hashToken(presented)}
      )
      for update`
    if (!session) throw tokenNotFound()
    return session
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === '55P03')) throw cause
    throw new AuthError(409, 'conflict', 'Too many concurrent token refresh requests')
  }
}

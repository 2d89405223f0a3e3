import { bearerToken } from '#backend/platform/caller.ts'
import { type Claims, TokenError } from '#backend/platform/jwt.ts'
import type { AuthContext, Tx } from './context.ts'
import { AuthError } from './errors.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { type UserRow, findUserById, hasVerifiedFactor, isBanned } from './users.ts'

/** The user who makes a request, with the session id from the access token, if any. */
export type SignedIn = { user: UserRow; sessionId: string | null; claims: Claims }

/**
 * Returns the access token's user. Throws AuthError for a missing or invalid token, an unknown or
 * banned user, or a revoked session.
 */
export async function requireUser(context: AuthContext, headers: Headers): Promise<SignedIn> {
  const claims = requireClaims(context, headers)
  if (!claims.sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) {
    throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  }
  const user = await findUserById(context.sql, claims.sub)
  if (!user) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  if (claims.aud !== undefined && claims.aud !== (user.aud ?? 'authenticated')) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: token is for another audience')
  }
  const sessionId = typeof claims.session_id === 'string' ? claims.session_id : null
  if (sessionId !== null && !(await isOpen(context, sessionId, user.id))) {
    throw sessionNotFound()
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  return { user, sessionId, claims }
}

export function requireAdmin(context: AuthContext, headers: Headers): void {
  const { role } = requireClaims(context, headers)
  if (role !== 'service_role' && role !== 'supabase_admin') {
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
}

export function isServiceRole(context: AuthContext, headers: Headers): boolean {
  try {
    requireAdmin(context, headers)
    return true
  } catch {
    return false
  }
}

function requireClaims(context: AuthContext, headers: Headers): Claims {
  const token = bearerToken(headers)
  if (!token) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  try {
    return context.tokens.verify(token).claims
  } catch (cause) {
    if (!(cause instanceof TokenError)) throw cause
    throw new AuthError(
      403,
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${reasons[cause.reason]}`,
    )
  }
}

const reasons: Record<TokenError['reason'], string> = {
  malformed: 'token is malformed',
  claims: 'token has invalid claims',
  signature: 'token signature is invalid: signature is invalid',
  expired: 'token has invalid claims: token is expired',
  early: 'token has invalid claims: token is not valid yet',
}

export function sessionNotFound(): AuthError {
  const message = 'Session from session_id claim in JWT does not exist'
  return new AuthError(403, 'session_not_found', message)
}

async function isOpen(context: AuthContext, sessionId: string, userId: string): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const rows = await context.sql`
    select from auth.sessions where id = ${sessionId} and user_id = ${userId}`
  return rows.length > 0
}

/**
 * Returns the assurance level of the request's session, or null for a token without a session. The
 * caller holds the account's row lock. Throws AuthError `session_not_found` (403) if the session
 * was revoked.
 */
export async function requireOpenSession(
  tx: Tx,
  userId: string,
  sessionId: string | null,
): Promise<'aal1' | 'aal2' | null> {
  if (sessionId === null) return null
  // Locks the session's row, so that the session is not revoked before this transaction ends.
  const [session] = await tx<{ aal: string | null }[]>`
    select aal::text from auth.sessions
    where id = ${sessionId} and user_id = ${userId} for key share`
  if (!session) throw sessionNotFound()
  return session.aal === 'aal2' ? 'aal2' : 'aal1'
}

/**
 * Requires aal2 if the account has a verified second factor. Throws AuthError `insufficient_aal` if
 * the session is at aal1.
 */
export async function requireAal2(
  context: AuthContext,
  { user, sessionId, claims }: SignedIn,
  message: string,
  status = 401,
): Promise<void> {
  if (!hasVerifiedFactor(user)) return
  // Reads the level from the session's row, because the access token still contains aal2 after a
  // factor was removed.
  const [session] = await context.sql<{ aal: string | null }[]>`
    select aal::text from auth.sessions where id = ${sessionId}::uuid`
  if ((session?.aal ?? claims['aal']) !== 'aal2') {
    throw new AuthError(status, 'insufficient_aal', message)
  }
}

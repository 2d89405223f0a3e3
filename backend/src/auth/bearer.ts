import { bearerToken } from '#backend/platform/caller.ts'
import { TokenError, type Claims } from '#backend/platform/jwt.ts'
import { AuthError } from './errors.ts'
import { findUserById, isBanned, type UserRow } from './users.ts'
import type { AuthWorld } from './world.ts'

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The person a request comes from, and the session it belongs to, if the token names one. */
export type SignedIn = { user: UserRow; sessionId: string | null; claims: Claims }

/**
 * The signed-in person of a request. The session must still exist, so that signing out ends its
 * access tokens here at once. Throws AuthError.
 */
export async function requireUser(world: AuthWorld, headers: Headers): Promise<SignedIn> {
  const claims = requireClaims(world, headers)
  if (!claims.sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) {
    throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  }
  const user = await findUserById(world.sql, claims.sub)
  if (!user) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  if (claims.aud !== undefined && claims.aud !== (user.aud ?? 'authenticated')) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: token is for another audience')
  }
  const sessionId = typeof claims.session_id === 'string' ? claims.session_id : null
  if (sessionId !== null && !(await isOpen(world, sessionId, user.id))) {
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    )
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  return { user, sessionId, claims }
}

/** Lets only the project's own servers through. Throws AuthError. */
export function requireAdmin(world: AuthWorld, headers: Headers): void {
  const { role } = requireClaims(world, headers)
  if (role !== 'service_role' && role !== 'supabase_admin') {
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
}

export function isUuid(text: string): boolean {
  return uuid.test(text)
}

function requireClaims(world: AuthWorld, headers: Headers): Claims {
  const token = bearerToken(headers)
  if (!token) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  try {
    return world.tokens.verify(token).claims
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
  signature: 'token signature is invalid: signature is invalid',
  expired: 'token has invalid claims: token is expired',
  early: 'token has invalid claims: token is not valid yet',
}

async function isOpen(world: AuthWorld, sessionId: string, userId: string): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const rows = await world.sql`
    select from auth.sessions where id = ${sessionId} and user_id = ${userId}`
  return rows.length > 0
}

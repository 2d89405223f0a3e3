import { requireUser, sessionNotFound } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { type FactorRow, type UserRow, hasVerifiedFactor } from '#backend/auth/core/users.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { isEmailVerified } from '#backend/auth/core/verified-identifiers.ts'

export type FactorCaller = {
  user: UserRow
  /** Assurance level from the database, because the access token's level may be outdated. */
  session: { id: string; aal: 'aal1' | 'aal2' }
}

/**
 * Returns the user and session of a request. Throws AuthError (403) for an anonymous user or a
 * token without an open session.
 */
export async function requireFactorCaller(
  context: AuthContext,
  headers: Headers,
): Promise<FactorCaller> {
  const { user, sessionId } = await requireUser(context, headers)
  if (user.is_anonymous) {
    throw new AuthError(
      403,
      'no_authorization',
      'Anonymous user not allowed to perform these actions',
    )
  }
  const [session] = await context.sql<{ aal: string | null }[]>`
    select aal::text from auth.sessions where id = ${sessionId}::uuid and user_id = ${user.id}`
  if (!sessionId || !session) throw sessionNotFound()
  return { user, session: { id: sessionId, aal: session.aal === 'aal2' ? 'aal2' : 'aal1' } }
}

/** Returns the user's factor. Throws AuthError (404) if the user has no factor with this id. */
export function findOwnFactor(user: UserRow, id: string): FactorRow {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = user.factors.find((own) => own.id === id.toLowerCase())
  if (!factor) throw unknownFactor()
  return factor
}

/**
 * Requires a verified email or phone before the account's first MFA factor is activated. Otherwise,
 * an attacker could sign up with another person's email, activate a factor and so lock that person
 * out. Throws AuthError (422).
 */
export async function requireVerifiedIdentifier(
  sql: Queryable,
  context: AuthContext,
  user: UserRow,
): Promise<void> {
  if (hasVerifiedFactor(user) || (await isEmailVerified(sql, user))) return
  if (user.phone_confirmed_at && !context.settings.enablePhoneAutoconfirm) return
  throw new AuthError(
    422,
    'mfa_account_not_proven',
    'Please confirm your email address or phone number before you set up a second factor',
  )
}

export function unknownFactor(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

export function addressOrNone(address: string | null): string {
  return address ?? '0.0.0.0'
}

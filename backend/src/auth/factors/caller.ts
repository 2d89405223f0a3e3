import { requireUser } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { isUuid } from '#backend/auth/core/identifiers.ts'
import { type FactorRow, type UserRow, hasVerifiedFactor } from '#backend/auth/core/users.ts'
import type { Queryable } from '#backend/platform/database.ts'
import { isEmailVerified } from '#backend/auth/core/verified-identifiers.ts'

/** Who asks for something about second factors, in a session that exists. */
export type FactorCaller = {
  user: UserRow
  /** `aal` is what the session has now, whatever the token says that was made of it. */
  session: { id: string; aal: 'aal1' | 'aal2' }
}

/** The person of a request, with account and session. Throws AuthError; anonymous people are refused (403). */
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
  if (!sessionId || !session) {
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    )
  }
  return { user, session: { id: sessionId, aal: session.aal === 'aal2' ? 'aal2' : 'aal1' } }
}

/** One's own factor of an address's `{id}`; somebody else's is as unknown as none (404). */
export function findOwnFactor(user: UserRow, id: string): FactorRow {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = user.factors.find((own) => own.id === id.toLowerCase())
  if (!factor) throw unknownFactor()
  return factor
}

/**
 * Refuses a first factor (422) where nobody has shown that the account's address or number is theirs:
 * whoever made it with somebody else's would keep that person out for good.
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

/** Where an answer has to come from: the caller's address, one for all where none is known. */
export function addressOrNone(address: string | null): string {
  return address ?? '0.0.0.0'
}

import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { cancelPendingChanges, cancelPendingLinks } from '#backend/auth/core/credentials.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { type SessionRow, loadSessionResponse } from '#backend/auth/core/sessions.ts'
import { type FactorRow, findUserById } from '#backend/auth/core/users.ts'

const methods = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' }

/**
 * Raises a session to aal2 and revokes the account's other sessions that are not at aal2. The
 * caller holds the account's row lock.
 */
export async function raiseSessionToAal2(
  tx: Tx,
  context: AuthContext,
  sessionId: string,
  factor: FactorRow,
) {
  const [session] = await tx<SessionRow[]>`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now()
    where id = ${sessionId}
    returning id, user_id, aal, not_after`
  if (!session) throw new AuthError(403, 'session_not_found', 'Session does not exist')
  await tx`
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    values (${sessionId}, ${methods[factor.factor_type]})
    on conflict (session_id, authentication_method) do update set updated_at = now()`
  const ended = await tx`
    delete from auth.sessions
    where user_id = ${session.user_id} and id <> ${sessionId} and aal is distinct from 'aal2'
    returning id`
  await cancelPendingLinks(tx, session.user_id)
  // Cancels pending email and phone changes only if a session was revoked, because that session may
  // have requested them.
  if (ended.length > 0) await cancelPendingChanges(tx, session.user_id)
  const owner = { id: sessionId, userId: session.user_id }
  const [last] = await tx<{ token: string }[]>`
    update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
    where session_id = ${sessionId} and not revoked
    returning token`
  const refreshToken = await context.refreshTokens.issue(tx, owner, last?.token ?? null)
  const user = await findUserById(tx, session.user_id)
  return loadSessionResponse(context, tx, session, user!, refreshToken)
}

/** Lowers sessions verified with a factor to aal1. Existing access tokens still contain aal2. */
export async function lowerSessionsToAal1(tx: Tx, factorId: string): Promise<void> {
  await tx`
    delete from auth.mfa_amr_claims
    where authentication_method in ${tx(Object.values(methods))}
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`
  await tx`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where factor_id = ${factorId}`
}

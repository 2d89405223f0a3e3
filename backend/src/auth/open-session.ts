import type postgres from 'postgres'
import { AuthError } from './errors.ts'

/**
 * Looks again, once the account is locked by the caller, whether the session of a request is still open:
 * it may have been ended while the request was on its way, and whoever was put out changes nothing
 * any more. Answers its level; null for a token without a session, as the project's own servers
 * sign them. Throws AuthError `session_not_found` (403).
 */
export async function requireOpenSession(
  tx: postgres.TransactionSql,
  userId: string,
  sessionId: string | null,
): Promise<'aal1' | 'aal2' | null> {
  if (sessionId === null) return null
  // Locked against its end, as a session is ended elsewhere without the account's lock.
  const [session] = await tx<{ aal: string | null }[]>`
    select aal::text from auth.sessions
    where id = ${sessionId} and user_id = ${userId} for key share`
  if (!session) {
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    )
  }
  return session.aal === 'aal2' ? 'aal2' : 'aal1'
}

import type { SignedIn } from '#backend/auth/bearer.ts'
import { AuthError } from '#backend/auth/errors.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { hasVerifiedFactor } from './caller.ts'

/**
 * For what a password alone must not reach. Throws AuthError `insufficient_aal` with `status` when the
 * account has a second factor and this session was not raised by one.
 */
export async function requireAssurance(
  world: AuthWorld,
  { user, sessionId, claims }: SignedIn,
  message: string,
  status = 401,
): Promise<void> {
  if (!hasVerifiedFactor(user)) return
  // The session itself, as a token goes on for a while after its factor is gone.
  const [session] = await world.sql<{ aal: string | null }[]>`
    select aal::text from auth.sessions where id = ${sessionId}::uuid`
  if ((session?.aal ?? claims['aal']) !== 'aal2') {
    throw new AuthError(status, 'insufficient_aal', message)
  }
}

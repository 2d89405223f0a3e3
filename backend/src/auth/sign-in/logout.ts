import type { Hono } from 'hono'
import { audit } from '#backend/auth/core/audit.ts'
import { type SignedIn, requireAal2, requireUser } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { cancelPendingChanges, cancelPendingLinks } from '#backend/auth/core/credentials.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'

const scopes = ['global', 'local', 'others'] as const

type Scope = (typeof scopes)[number]

/**
 * POST /logout?scope=global|local|others: revokes sessions and their refresh tokens. If the account
 * has a second factor, revoking other sessions requires aal2 (else 403 `insufficient_aal`), unlike
 * in GoTrue.
 */
export function registerLogout(app: Hono, context: AuthContext): void {
  app.post('/logout', async (c) => {
    const { headers } = c.req.raw
    const requested = c.req.query('scope') || 'global'
    const scope = scopes.find((name) => name === requested)
    if (!scope) throw invalid(`Unsupported logout scope "${requested}"`)
    const signedIn = await requireUser(context, headers)
    if (scope !== 'local') {
      const message = 'AAL2 session is required to sign out other sessions when MFA is enabled.'
      await requireAal2(context, signedIn, message, 403).catch(async (refusal: unknown) => {
        // Revokes this session before returning 403, because auth-js ignores the 403 and deletes
        // its local session.
        if (scope === 'global' && refusal instanceof AuthError)
          await revokeSessions(context, signedIn, 'local', headers)
        throw refusal
      })
    }
    await revokeSessions(context, signedIn, scope, headers)
    return c.body(null, 204)
  })
}

async function revokeSessions(
  context: AuthContext,
  { user, sessionId }: SignedIn,
  scope: Scope,
  headers: Headers,
): Promise<void> {
  await context.sql.begin(async (tx) => {
    // Locks the account before its sessions, as all code paths do, to prevent deadlocks.
    await tx`select from auth.users where id = ${user.id} for no key update`
    await tx`
      delete from auth.sessions
      where user_id = ${user.id} and (
        ${scope} = 'global'
        or (${scope} = 'local' and id = ${sessionId}::uuid)
        or (${scope} = 'others' and id is distinct from ${sessionId}::uuid)
      )`
    // Cancels all pending identity links, because no row records which session started a link.
    await cancelPendingLinks(tx, user.id)
    // A local sign-out keeps pending changes, so that the user can still confirm them.
    if (scope !== 'local') await cancelPendingChanges(tx, user.id)
    await audit(tx, user, 'logout', headers, { scope })
  })
}

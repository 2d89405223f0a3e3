import type { Hono } from 'hono'
import { audit } from '#backend/auth/core/audit.ts'
import { requireUser } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { cancelPendingChanges, cancelPendingLinks } from '#backend/auth/core/credentials.ts'
import { invalid } from '#backend/auth/core/errors.ts'

/** POST /logout?scope=global|local|others: revokes sessions and their refresh tokens. */
export function registerLogout(app: Hono, context: AuthContext): void {
  app.post('/logout', async (c) => {
    const scope = c.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) {
      throw invalid(`Unsupported logout scope "${scope}"`)
    }
    const { user, sessionId } = await requireUser(context, c.req.raw.headers)
    await context.sql.begin(async (tx) => {
      // Lock order: the account is locked before its sessions.
      await tx`select from auth.users where id = ${user.id} for no key update`
      await tx`
        delete from auth.sessions
        where user_id = ${user.id} and (
          ${scope} = 'global'
          or (${scope} = 'local' and id = ${sessionId}::uuid)
          or (${scope} = 'others' and id is distinct from ${sessionId}::uuid)
        )`
      // No row records which session started an identity link, so all pending links are cancelled.
      await cancelPendingLinks(tx, user.id)
      // After a local sign-out, the user may still follow the link of a pending email change.
      if (scope !== 'local') await cancelPendingChanges(tx, user.id)
      await audit(tx, user, 'logout', c.req.raw.headers, { scope })
    })
    return c.body(null, 204)
  })
}

import type { Hono } from 'hono'
import { audit } from '#backend/auth/core/audit.ts'
import { requireUser } from '#backend/auth/core/authorization.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { cancelPendingChanges, cancelPendingLinks } from '#backend/auth/core/credentials.ts'
import { invalid } from '#backend/auth/core/errors.ts'

/** POST /logout?scope=global|local|others: ends sessions and, with them, their refresh tokens. */
export function registerLogout(app: Hono, context: AuthContext): void {
  app.post('/logout', async (c) => {
    const scope = c.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) {
      throw invalid(`Unsupported logout scope "${scope}"`)
    }
    const { user, sessionId } = await requireUser(context, c.req.raw.headers)
    await context.sql.begin(async (tx) => {
      // The account before its sessions, as everywhere: whoever raises one ends the others.
      await tx`select from auth.users where id = ${user.id} for no key update`
      await tx`
        delete from auth.sessions
        where user_id = ${user.id} and (
          ${scope} = 'global'
          or (${scope} = 'local' and id = ${sessionId}::uuid)
          or (${scope} = 'others' and id is distinct from ${sessionId}::uuid)
        )`
      // Nobody notes which session has begun a link; whoever stays signed in begins theirs anew.
      await cancelPendingLinks(tx, user.id)
      // Whoever signs out here alone still follows the link they were mailed.
      if (scope !== 'local') await cancelPendingChanges(tx, user.id)
      await audit(tx, user, 'logout', c.req.raw.headers, { scope })
    })
    return c.body(null, 204)
  })
}

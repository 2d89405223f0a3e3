import type { Hono } from 'hono'
import { audit } from './audit.ts'
import { requireUser } from './bearer.ts'
import { invalid } from './errors.ts'
import type { AuthWorld } from './world.ts'

/** POST /logout?scope=global|local|others: ends sessions and, with them, their refresh tokens. */
export function registerLogout(app: Hono, world: AuthWorld): void {
  app.post('/logout', async (c) => {
    const scope = c.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) {
      throw invalid(`Unsupported logout scope "${scope}"`)
    }
    const { user, sessionId } = await requireUser(world, c.req.raw.headers)
    await world.sql.begin(async (tx) => {
      await tx`
        delete from auth.sessions
        where user_id = ${user.id} and (
          ${scope} = 'global'
          or (${scope} = 'local' and id = ${sessionId}::uuid)
          or (${scope} = 'others' and id is distinct from ${sessionId}::uuid)
        )`
      // Whoever is put out must not get back in by an identity they have begun to link.
      if (scope !== 'local') {
        await tx`delete from auth.flow_state where linking_target_id = ${user.id}`
      }
      await audit(tx, user, 'logout', c.req.raw.headers, { scope })
    })
    return c.body(null, 204)
  })
}

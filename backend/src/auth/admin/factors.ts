import type { Hono } from 'hono'
import { audit } from '#backend/auth/audit.ts'
import { ownFactor } from '#backend/auth/factors/caller.ts'
import { removeFactor } from '#backend/auth/factors/unenroll.ts'
import { presentFactor } from '#backend/auth/present-user.ts'
import { lockUnchanged } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { projectItself } from './actor.ts'
import { requireLivingUserOfPath, requireUserOfPath } from './find-user.ts'

/** GET /admin/users/{id}/factors: somebody's second factors. */
export function registerAdminListFactors(app: Hono, world: AuthWorld): void {
  app.get('/admin/users/:id/factors', async (c) => {
    const user = await requireUserOfPath(world, c.req.param('id'))
    return json(user.factors.map(presentFactor))
  })
}

/** DELETE /admin/users/{id}/factors/{factor_id}: for somebody who lost one; what it raised is lowered. */
export function registerAdminDeleteFactor(app: Hono, world: AuthWorld): void {
  app.delete('/admin/users/:id/factors/:factorId', async (c) => {
    const user = await requireLivingUserOfPath(world, c.req.param('id'))
    const factor = ownFactor(user, c.req.param('factorId'))
    await world.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      await removeFactor(tx, world, user, factor)
      const facts = { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type }
      await audit(tx, projectItself, 'factor_deleted', c.req.raw.headers, facts)
    })
    return json(presentFactor(factor))
  })
}

import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { presentFactor } from '#backend/auth/core/present-user.ts'
import { lockUnchanged } from '#backend/auth/core/users.ts'
import { findOwnFactor } from '#backend/auth/factors/caller.ts'
import { removeFactor } from '#backend/auth/factors/unenroll.ts'
import { requireActiveUser, requireUserById, serviceActor } from './users.ts'

export function registerAdminFactors(app: Hono, context: AuthContext): void {
  app.get('/admin/users/:id/factors', async (c) => {
    const user = await requireUserById(context, c.req.param('id'))
    return json(user.factors.map(presentFactor))
  })

  // Sessions that were verified with the deleted factor fall back to aal1.
  app.delete('/admin/users/:id/factors/:factorId', async (c) => {
    const user = await requireActiveUser(context, c.req.param('id'))
    const factor = findOwnFactor(user, c.req.param('factorId'))
    await context.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      await removeFactor(tx, context, user, factor)
      const facts = { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type }
      await audit(tx, serviceActor, 'factor_deleted', c.req.raw.headers, facts)
    })
    return json(presentFactor(factor))
  })
}

import type { Hono } from 'hono'
import { presentUser } from '#backend/auth/present-user.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { requireUserOfPath } from './find-user.ts'

/** GET /admin/users/{id}. */
export function registerAdminGetUser(app: Hono, world: AuthWorld): void {
  app.get('/admin/users/:id', async (c) =>
    json(presentUser(await requireUserOfPath(world, c.req.param('id')))),
  )
}

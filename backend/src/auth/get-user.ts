import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireUser } from './bearer.ts'
import { presentUser } from './present-user.ts'
import type { AuthWorld } from './world.ts'

/** GET /user: the signed-in person. */
export function registerGetUser(app: Hono, world: AuthWorld): void {
  app.get('/user', async (c) => {
    const { user } = await requireUser(world, c.req.raw.headers)
    return json(presentUser(user))
  })
}

import type { Hono } from 'hono'
import { audit } from '#backend/auth/audit.ts'
import { readBody } from '#backend/auth/body.ts'
import { invalid } from '#backend/auth/errors.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { createUserIn, duplicateOr } from '#backend/auth/new-users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { projectItself } from './actor.ts'
import { adminUserBody, checkAdminBody } from './admin-body.ts'

/** POST /admin/users: an account made by the project's own servers; nothing is sent. */
export function registerAdminCreateUser(app: Hono, world: AuthWorld): void {
  app.post('/admin/users', async (c) => {
    const body = await readBody(c.req.raw, adminUserBody)
    if (!body.email && !body.phone) {
      throw invalid('Cannot create a user without either an email or phone')
    }
    const { isEmailConfirmed, aud, role, ...facts } = await checkAdminBody(world, body)
    const user = await world.sql
      .begin(async (tx) => {
        const created = await createUserIn(tx, {
          ...facts,
          id: body.id ?? undefined,
          aud: aud ?? undefined,
          role: role ?? undefined,
          isConfirmed: isEmailConfirmed,
        })
        await audit(tx, projectItself, 'user_signedup', c.req.raw.headers, { user_id: created.id })
        return created
      })
      .catch((cause: unknown) => {
        throw duplicateOr(cause)
      })
    return json(presentUser(user))
  })
}

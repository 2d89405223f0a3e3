import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { invalid } from '#backend/auth/core/errors.ts'
import { throwDuplicate, insertUser } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { adminUserBody, checkAdminBody } from './admin-body.ts'
import { serviceActor } from './users.ts'

export function registerAdminCreateUser(app: Hono, context: AuthContext): void {
  app.post('/admin/users', async (c) => {
    const body = await readBody(c.req.raw, adminUserBody)
    if (!body.email && !body.phone) {
      throw invalid('Cannot create a user without either an email or phone')
    }
    const { isEmailConfirmed, aud, role, ...facts } = await checkAdminBody(context, body)
    const user = await context.sql
      .begin(async (tx) => {
        const created = await insertUser(tx, {
          ...facts,
          id: body.id ?? undefined,
          aud: aud ?? undefined,
          role: role ?? undefined,
          isConfirmed: isEmailConfirmed,
        })
        await audit(tx, serviceActor, 'user_signedup', c.req.raw.headers, { user_id: created.id })
        return created
      })
      .catch(throwDuplicate)
    return json(presentUser(user))
  })
}

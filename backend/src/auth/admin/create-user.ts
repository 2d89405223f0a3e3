import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { assertStrongPassword } from '#backend/auth/passwords.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { createUser, parseEmail } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'

const createUserBody = z.object({
  id: z.uuid().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  role: z.string().nullish(),
  user_metadata: z.record(z.string(), z.json()).nullish(),
  app_metadata: z.record(z.string(), z.json()).nullish(),
})

/** POST /admin/users: an account made by the project's own servers; no mail is sent. */
export function registerAdminCreateUser(app: Hono, world: AuthWorld): void {
  app.post('/admin/users', async (c) => {
    const body = await readBody(c.req.raw, createUserBody)
    if (!body.email && !body.phone) {
      throw invalid('Cannot create a user without either an email or phone')
    }
    if (!body.email) {
      throw new AuthError(422, 'phone_provider_disabled', 'Phone accounts are disabled')
    }
    if (body.password && body.password_hash) {
      throw invalid('Only a password or a password hash should be provided')
    }
    const email = parseEmail(body.email)
    if (body.password) assertStrongPassword(body.password, world.config.auth)
    const user = await createUser(world.sql, {
      id: body.id ?? undefined,
      email,
      passwordHash: body.password
        ? await world.passwords.hash(body.password)
        : (body.password_hash ?? null),
      isConfirmed: body.email_confirm ?? false,
      role: body.role ?? undefined,
      userMetadata: body.user_metadata ?? {},
      appMetadata: body.app_metadata ?? {},
    })
    return json(presentUser(user))
  })
}

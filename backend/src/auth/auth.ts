import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { registerAdminCreateUser } from './admin/create-user.ts'
import { registerAdminDeleteUser } from './admin/delete-user.ts'
import { registerAdminDeleteFactor, registerAdminListFactors } from './admin/factors.ts'
import { registerGenerateLink } from './admin/generate-link.ts'
import { registerAdminGetUser } from './admin/get-user.ts'
import { registerInvite } from './admin/invite.ts'
import { registerAdminListUsers } from './admin/list-users.ts'
import { registerAdminUpdateUser } from './admin/update-user.ts'
import { requireAdmin } from './bearer.ts'
import { registerOtp } from './codes/otp.ts'
import { registerRecover } from './codes/recover.ts'
import { registerResend } from './codes/resend.ts'
import { registerVerifyGet } from './codes/verify-get.ts'
import { registerVerifyPost } from './codes/verify-post.ts'
import { AuthError, errorResponse } from './errors.ts'
import { registerExternal } from './external/external.ts'
import { registerFactors } from './factors/factors.ts'
import { registerGetUser } from './get-user.ts'
import { registerGuards } from './guards/guards.ts'
import { registerHealth } from './health.ts'
import { registerJwks } from './jwks.ts'
import { registerLogout } from './logout.ts'
import { registerSettings } from './settings.ts'
import { registerSignUp } from './sign-up/sign-up.ts'
import { registerCompanySignIn, registerSsoAdmin } from './sso/register.ts'
import { registerToken } from './token.ts'
import { registerReauthenticate } from './user/reauthenticate.ts'
import { registerUpdateUser } from './user/update-user.ts'
import { createWorld } from './world.ts'

/** The accounts service under /auth/v1, grouped by who may call. */
export function createAuth(context: Context): Hono {
  const world = createWorld(context)
  const app = new Hono()
  app.onError((cause, c) => errorResponse(cause, c.req.raw.headers, context.log))

  registerGuards(app, world)

  // Everybody.
  registerHealth(app)
  registerSettings(app, world)
  registerJwks(app, world)
  // Before any session is opened: a transaction that waited for the keys would keep what they are read by.
  app.use('*', async (_, next) => {
    await world.keys.ready()
    await next()
  })
  registerSignUp(app, world)
  registerToken(app, world)
  registerOtp(app, world)
  registerRecover(app, world)
  registerResend(app, world)
  registerVerifyGet(app, world)
  registerVerifyPost(app, world)
  registerExternal(app, world)
  registerCompanySignIn(app, world)

  // The signed-in person.
  registerGetUser(app, world)
  registerUpdateUser(app, world)
  registerReauthenticate(app, world)
  registerLogout(app, world)
  registerFactors(app, world)

  // The project's own servers.
  for (const path of ['/invite', '/admin/*']) {
    app.use(path, async (c, next) => {
      requireAdmin(world, c.req.raw.headers)
      await next()
    })
  }
  registerInvite(app, world)
  registerGenerateLink(app, world)
  registerAdminListUsers(app, world)
  registerAdminCreateUser(app, world)
  registerAdminGetUser(app, world)
  registerAdminUpdateUser(app, world)
  registerAdminDeleteUser(app, world)
  registerAdminListFactors(app, world)
  registerAdminDeleteFactor(app, world)
  registerSsoAdmin(app, world)

  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'This endpoint does not exist')
  })
  return app
}

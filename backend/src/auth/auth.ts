import { Hono } from 'hono'
import type { Context } from '#backend/context.ts'
import { registerAdminCreateUser } from './admin/create-user.ts'
import { registerAdminDeleteUser } from './admin/delete-user.ts'
import { registerAdminFactors } from './admin/factors.ts'
import { registerGenerateLink } from './admin/generate-link.ts'
import { registerInvite } from './admin/invite.ts'
import { registerAdminUpdateUser } from './admin/update-user.ts'
import { registerAdminReadUsers } from './admin/users.ts'
import { registerOtp } from './codes/otp.ts'
import { registerRecover } from './codes/recover.ts'
import { registerResend } from './codes/resend.ts'
import { registerVerify } from './codes/verify.ts'
import { requireAdmin } from './core/authorization.ts'
import { type AuthContext, createAuthContext } from './core/context.ts'
import { AuthError, errorResponse } from './core/errors.ts'
import { registerAuthorize, registerLinkIdentity } from './external/authorize.ts'
import { registerCallback } from './external/callback.ts'
import { signInWithIdToken } from './external/id-token.ts'
import { beginOidcSignIn } from './external/organization-provider.ts'
import { registerUnlinkIdentity } from './external/unlink-identity.ts'
import { registerChallengeFactor } from './factors/challenge.ts'
import { registerEnrollFactor } from './factors/enroll.ts'
import { registerRecoverFactors, registerRecoveryCodes } from './factors/recovery-codes.ts'
import { registerUnenrollFactor } from './factors/unenroll.ts'
import { registerVerifyFactor } from './factors/verify.ts'
import { registerGuards } from './guards/guards.ts'
import { registerServiceInfo } from './service-info.ts'
import { registerLogout } from './sign-in/logout.ts'
import { signInWithPassword } from './sign-in/password.ts'
import { exchangeCode } from './sign-in/pkce.ts'
import { refreshSession } from './sign-in/refresh.ts'
import { registerSignUp } from './sign-up/sign-up.ts'
import { registerSsoProviderAdmin } from './sso/admin-providers.ts'
import { registerSamlAcs, registerSamlMetadata } from './sso/saml-acs.ts'
import { registerSso } from './sso/sign-in.ts'
import { registerReauthenticate } from './user/reauthenticate.ts'
import { registerUser } from './user/user.ts'

type Grant = (context: AuthContext, request: Request) => Promise<Response>

const grants: Record<string, Grant> = {
  password: signInWithPassword,
  refresh_token: refreshSession,
  pkce: exchangeCode,
  id_token: signInWithIdToken,
}

export function createAuth(backend: Context): Hono {
  const context = createAuthContext(backend)
  const app = new Hono()
  app.onError((cause, c) => errorResponse(cause, c.req.raw.headers, context.log))

  registerGuards(app, context)

  registerServiceInfo(app, context)
  // Loads the signing keys before the handler opens a transaction. Loading uses another connection,
  // so loading inside transactions could deadlock the connection pool.
  app.use('*', async (_, next) => {
    await context.keys.ready()
    await next()
  })
  registerSignUp(app, context)
  registerToken(app, context)
  registerOtp(app, context)
  registerRecover(app, context)
  registerResend(app, context)
  registerVerify(app, context)
  registerAuthorize(app, context)
  registerCallback(app, context)
  registerSso(app, context, beginOidcSignIn)
  registerSamlMetadata(app, context)
  registerSamlAcs(app, context)

  registerUser(app, context)
  registerReauthenticate(app, context)
  registerLogout(app, context)
  registerLinkIdentity(app, context)
  registerUnlinkIdentity(app, context)
  registerRecoveryCodes(app, context)
  registerRecoverFactors(app, context)
  registerEnrollFactor(app, context)
  registerChallengeFactor(app, context)
  registerVerifyFactor(app, context)
  registerUnenrollFactor(app, context)

  for (const path of ['/invite', '/admin/*']) {
    app.use(path, async (c, next) => {
      requireAdmin(context, c.req.raw.headers)
      await next()
    })
  }
  registerInvite(app, context)
  registerGenerateLink(app, context)
  registerAdminReadUsers(app, context)
  registerAdminCreateUser(app, context)
  registerAdminUpdateUser(app, context)
  registerAdminDeleteUser(app, context)
  registerAdminFactors(app, context)
  registerSsoProviderAdmin(app, context)

  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'This endpoint does not exist')
  })
  return app
}

function registerToken(app: Hono, context: AuthContext): void {
  app.post('/token', (c) => {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(context, c.req.raw)
  })
}

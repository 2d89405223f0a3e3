import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import type { AuthWorld } from './world.ts'

/** GET /settings: which ways of signing in are open. */
export function registerSettings(app: Hono, world: AuthWorld): void {
  const { auth } = world.config
  app.get('/settings', () =>
    json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: auth.disableSignup,
      mailer_autoconfirm: auth.enableEmailAutoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
  )
}

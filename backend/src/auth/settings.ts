import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import type { AuthWorld } from './world.ts'

/** Providers clients know by name; each is answered for, whether or not it is set up. */
const knownProviders = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** GET /settings: which ways of signing in are open, and nothing that is secret. */
export function registerSettings(app: Hono, world: AuthWorld): void {
  const { auth } = world.config
  const providers = [...knownProviders, ...Object.keys(auth.external)]
  const external = {
    ...Object.fromEntries(providers.map((name) => [name, Object.hasOwn(auth.external, name)])),
    anonymous_users: auth.enableAnonymous,
    email: true,
    phone: auth.enablePhone,
  }
  app.get('/settings', () =>
    json({
      external,
      disable_signup: auth.disableSignup,
      mailer_autoconfirm: auth.enableEmailAutoconfirm,
      phone_autoconfirm: auth.enablePhoneAutoconfirm,
      sms_provider: auth.sms ? 'twilio' : '',
      saml_enabled: auth.saml.privateKey !== null,
    }),
  )
}

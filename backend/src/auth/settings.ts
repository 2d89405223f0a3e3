import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { externalProviders } from './external/providers.ts'
import { hasCompanies } from './sso/sso-providers.ts'
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
  const providers = externalProviders(auth)
  const external = {
    ...Object.fromEntries(knownProviders.map((name) => [name, false])),
    ...Object.fromEntries(providers.map(({ name }) => [name, true])),
    anonymous_users: auth.enableAnonymous,
    email: true,
    phone: auth.enablePhone,
  }
  const isSamlOn = auth.saml.privateKey !== null
  app.get('/settings', async () =>
    json({
      external,
      // Ours: what stands on the buttons, in their order.
      external_providers: providers,
      disable_signup: auth.disableSignup,
      mailer_autoconfirm: auth.enableEmailAutoconfirm,
      phone_autoconfirm: auth.enablePhoneAutoconfirm,
      sms_provider: auth.sms ? 'twilio' : '',
      mfa_totp_enabled: auth.mfa.totp,
      mfa_phone_enabled: auth.mfa.phone,
      saml_enabled: isSamlOn,
      // Ours: whether any company is there to sign in through, by SAML or by OpenID Connect.
      sso_enabled: await hasCompanies(world.sql, isSamlOn),
      // Ours: whose captcha the site shows, and with which key.
      captcha: auth.captcha && {
        provider: auth.captcha.provider,
        site_key: auth.captchaSiteKey,
      },
    }),
  )
}

import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import type { AuthContext } from './core/context.ts'
import { externalProviders } from './external/providers.ts'
import { hasSsoProviders } from './sso/providers.ts'

/** Providers that GET /settings of GoTrue always lists, even if they are not configured. */
const knownProviders = (
  'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin ' +
  'linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos zoom'
).split(' ')

export function registerServiceInfo(app: Hono, context: AuthContext): void {
  app.get('/health', () =>
    json({
      version: 'hourspace',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    }),
  )

  const auth = context.settings
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
      // Providers for the sign-in buttons, in display order. GoTrue has no such field.
      external_providers: providers,
      disable_signup: auth.disableSignup,
      mailer_autoconfirm: auth.enableEmailAutoconfirm,
      phone_autoconfirm: auth.enablePhoneAutoconfirm,
      sms_provider: auth.sms ? 'twilio' : '',
      mfa_totp_enabled: auth.mfa.totp,
      mfa_phone_enabled: auth.mfa.phone,
      saml_enabled: isSamlOn,
      // Whether users can find an SSO provider by their email domain. GoTrue has no such field.
      sso_enabled: await hasSsoProviders(context.sql, isSamlOn),
      // CAPTCHA provider and site key. GoTrue has no such field.
      captcha: auth.captcha && {
        provider: auth.captcha.provider,
        site_key: auth.captchaSiteKey,
      },
    }),
  )

  // GET /.well-known/jwks.json: returns the public signing keys. The key set is empty with HS256.
  app.get('/.well-known/jwks.json', async () => {
    const isShared = context.settings.signingAlgorithm === 'HS256'
    const keys = isShared ? [] : await context.keys.published()
    return json({ keys }, 200, { 'Cache-Control': 'public, max-age=600' })
  })
}

import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { StartupError } from '../startup-error.ts'
import { flag, list, missingVariable, text, webUrl } from './values.ts'

type External = NonNullable<NonNullable<BackendConfigInput['auth']>['external']>

const minKeyBits = 2048
const optionalUrl = (description: string) => webUrl.optional().describe(description)

const variables = {
  EXTERNAL_GOOGLE_ENABLED: flag.default(false).describe('Allows sign-in with Google'),
  EXTERNAL_GOOGLE_CLIENT_ID: list
    .optional()
    .describe('Client ID; those of mobile apps follow, separated by commas'),
  EXTERNAL_GOOGLE_SECRET: text('Client secret'),
  EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: flag
    .optional()
    .describe('Accepts ID tokens of mobile apps without a nonce'),
  EXTERNAL_APPLE_ENABLED: flag.default(false).describe('Allows sign-in with Apple'),
  EXTERNAL_APPLE_CLIENT_ID: list
    .optional()
    .describe('Services ID; bundle IDs of apps follow, separated by commas'),
  EXTERNAL_APPLE_SECRET: text(
    'Signed client secret, or the private key (PEM) that signs it; the key requires the next two variables',
  ),
  EXTERNAL_APPLE_TEAM_ID: text('Team ID of the key'),
  EXTERNAL_APPLE_KEY_ID: text('Key ID'),
  EXTERNAL_GITHUB_ENABLED: flag.default(false).describe('Allows sign-in with GitHub'),
  EXTERNAL_GITHUB_CLIENT_ID: list.optional().describe('Client ID'),
  EXTERNAL_GITHUB_SECRET: text('Client secret'),
  EXTERNAL_FACEBOOK_ENABLED: flag.default(false).describe('Allows sign-in with Facebook'),
  EXTERNAL_FACEBOOK_CLIENT_ID: list.optional().describe('App ID'),
  EXTERNAL_FACEBOOK_SECRET: text('App secret'),
  EXTERNAL_FACEBOOK_TRUST_EMAIL: flag
    .optional()
    .describe('Treats emails from Facebook as verified; Facebook does not report it'),
  EXTERNAL_OIDC_ENABLED: flag
    .default(false)
    .describe('Allows sign-in with another OpenID Connect provider'),
  EXTERNAL_OIDC_LABEL: text('Name of the provider on the sign-in button'),
  EXTERNAL_OIDC_URL: optionalUrl('Issuer URL'),
  EXTERNAL_OIDC_CLIENT_ID: list.optional().describe('Client ID'),
  EXTERNAL_OIDC_SECRET: text('Client secret'),
  EXTERNAL_OIDC_SCOPES: text('Scopes to request, separated by spaces'),
  EXTERNAL_OAUTH2_ENABLED: flag
    .default(false)
    .describe('Allows sign-in with an OAuth 2 provider without OpenID Connect'),
  EXTERNAL_OAUTH2_LABEL: text('Name of the provider on the sign-in button'),
  EXTERNAL_OAUTH2_AUTHORIZE_URL: optionalUrl('Authorization endpoint'),
  EXTERNAL_OAUTH2_TOKEN_URL: optionalUrl('Token endpoint'),
  EXTERNAL_OAUTH2_USER_URL: optionalUrl('User info endpoint'),
  EXTERNAL_OAUTH2_CLIENT_ID: list.optional().describe('Client ID'),
  EXTERNAL_OAUTH2_SECRET: text('Client secret'),
  EXTERNAL_OAUTH2_SCOPES: text('Scopes to request, separated by spaces'),
  EXTERNAL_OAUTH2_TRUST_EMAIL: flag
    .optional()
    .describe('Treats emails of this provider as verified unless the provider says otherwise'),
  SAML_ENABLED: flag
    .optional()
    .describe('Allows sign-in of organizations by SAML; requires the next variable'),
  SAML_PRIVATE_KEY: text('RSA key that signs SAML requests: PEM, or base64 of its DER form'),
}

export const externalSection = z.object(variables)

type Values = z.output<typeof externalSection>
type Name = keyof typeof variables

/**
 * Returns the settings of the enabled identity providers. Throws StartupError if one lacks a
 * required variable.
 */
export function externalSettings(environment: Values): External {
  const external: External = {}
  for (const name of ['google', 'apple', 'github', 'facebook', 'oidc', 'oauth2'] as const) {
    const prefix = `EXTERNAL_${name.toUpperCase() as Uppercase<typeof name>}` as const
    if (!environment[`${prefix}_ENABLED`]) continue
    const [clientId, ...otherClientIds] = required(environment, `${prefix}_CLIENT_ID`, prefix)
    external[name] = {
      clientId: clientId!,
      otherClientIds,
      clientSecret: required(environment, `${prefix}_SECRET`, prefix).replaceAll('\\n', '\n'),
    }
  }
  return addProviderOptions(environment, external)
}

function addProviderOptions(environment: Values, external: External): External {
  const { google, apple, facebook, oidc, oauth2 } = external
  if (google) google.skipNonceCheck = environment.EXTERNAL_GOOGLE_SKIP_NONCE_CHECK
  if (apple?.clientSecret?.startsWith('-----BEGIN')) {
    apple.appleKey = {
      teamId: required(environment, 'EXTERNAL_APPLE_TEAM_ID', 'EXTERNAL_APPLE_SECRET'),
      keyId: required(environment, 'EXTERNAL_APPLE_KEY_ID', 'EXTERNAL_APPLE_SECRET'),
    }
  }
  if (facebook) facebook.trustEmail = environment.EXTERNAL_FACEBOOK_TRUST_EMAIL
  if (oidc) {
    oidc.issuer = required(environment, 'EXTERNAL_OIDC_URL', 'EXTERNAL_OIDC')
    oidc.label = environment.EXTERNAL_OIDC_LABEL
    oidc.scopes = environment.EXTERNAL_OIDC_SCOPES
  }
  if (oauth2) {
    oauth2.endpoints = {
      authorization: required(environment, 'EXTERNAL_OAUTH2_AUTHORIZE_URL', 'EXTERNAL_OAUTH2'),
      token: required(environment, 'EXTERNAL_OAUTH2_TOKEN_URL', 'EXTERNAL_OAUTH2'),
      userInfo: required(environment, 'EXTERNAL_OAUTH2_USER_URL', 'EXTERNAL_OAUTH2'),
    }
    oauth2.label = environment.EXTERNAL_OAUTH2_LABEL
    oauth2.scopes = environment.EXTERNAL_OAUTH2_SCOPES
    oauth2.trustEmail = environment.EXTERNAL_OAUTH2_TRUST_EMAIL
  }
  return external
}

function required<N extends Name>(environment: Values, name: N, requiredBy: string) {
  const value = environment[name]
  if (value === undefined) {
    const other = requiredBy.endsWith('_SECRET') ? requiredBy : `${requiredBy}_ENABLED`
    throw missingVariable(name, other)
  }
  return value as NonNullable<Values[N]>
}

/**
 * Returns the key (PEM) for signing SAML requests, or null if SAML is disabled. Throws StartupError
 * if the key is missing, invalid or shorter than 2048 bits.
 */
export function samlSettings(
  environment: Pick<Partial<Values>, 'SAML_ENABLED' | 'SAML_PRIVATE_KEY'>,
): { privateKey: string | null } {
  if (!environment.SAML_ENABLED) return { privateKey: null }
  const text = environment.SAML_PRIVATE_KEY
  if (!text) throw missingVariable('SAML_PRIVATE_KEY', 'SAML_ENABLED')
  const key = readKey(text.replaceAll('\\n', '\n'))
  const isStrong = (key?.asymmetricKeyDetails?.modulusLength ?? 0) >= minKeyBits
  if (key?.asymmetricKeyType !== 'rsa' || !isStrong) {
    throw new StartupError(
      `SAML_PRIVATE_KEY is not an RSA key of at least ${minKeyBits} bits: create one with "openssl genrsa 2048".`,
    )
  }
  return { privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function readKey(text: string): KeyObject | undefined {
  const der = Buffer.from(text, 'base64')
  const forms = text.includes('-----BEGIN')
    ? [text]
    : (['pkcs1', 'pkcs8'] as const).map((type) => ({ key: der, format: 'der' as const, type }))
  for (const form of forms) {
    try {
      return createPrivateKey(form)
    } catch {
      // The loop tries the next encoding of the key.
    }
  }
  return undefined
}

import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { samlVariables } from './environment-saml.ts'
import { flag, list } from './environment-values.ts'
import { StartProblem } from './problem.ts'

type External = NonNullable<NonNullable<BackendConfigInput['auth']>['external']>

const text = (meaning: string) => z.string().optional().describe(meaning)
const url = (meaning: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://example.com' })
    .optional()
    .describe(meaning)

/** Variables about accounts elsewhere that people sign in with, by GoTrue's names. */
const variables = {
  EXTERNAL_GOOGLE_ENABLED: flag.default(false).describe('Whether people may sign in with Google'),
  EXTERNAL_GOOGLE_CLIENT_ID: list
    .optional()
    .describe('The client id there; further ones, of apps, separated by commas'),
  EXTERNAL_GOOGLE_SECRET: text('Its secret'),
  EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: flag
    .optional()
    .describe('Whether ID tokens of apps are taken without their nonce'),
  EXTERNAL_APPLE_ENABLED: flag.default(false).describe('Whether people may sign in with Apple'),
  EXTERNAL_APPLE_CLIENT_ID: list
    .optional()
    .describe('The services id there; bundle ids of apps after it'),
  EXTERNAL_APPLE_SECRET: text(
    'A signed secret, or the private key (PEM) that signs it; then with the next two',
  ),
  EXTERNAL_APPLE_TEAM_ID: text('The team of the key'),
  EXTERNAL_APPLE_KEY_ID: text('The id of the key'),
  EXTERNAL_GITHUB_ENABLED: flag.default(false).describe('Whether people may sign in with GitHub'),
  EXTERNAL_GITHUB_CLIENT_ID: list.optional().describe('The client id there'),
  EXTERNAL_GITHUB_SECRET: text('Its secret'),
  EXTERNAL_FACEBOOK_ENABLED: flag
    .default(false)
    .describe('Whether people may sign in with Facebook'),
  EXTERNAL_FACEBOOK_CLIENT_ID: list.optional().describe('The app id there'),
  EXTERNAL_FACEBOOK_SECRET: text('Its secret'),
  EXTERNAL_FACEBOOK_TRUST_EMAIL: flag
    .optional()
    .describe('Whether its addresses count as verified, which it does not say itself'),
  EXTERNAL_OIDC_ENABLED: flag
    .default(false)
    .describe('Whether people may sign in with another OpenID Connect provider'),
  EXTERNAL_OIDC_LABEL: text('Its name, as people read it'),
  EXTERNAL_OIDC_URL: url('Its issuer'),
  EXTERNAL_OIDC_CLIENT_ID: list.optional().describe('The client id there'),
  EXTERNAL_OIDC_SECRET: text('Its secret'),
  EXTERNAL_OIDC_SCOPES: text('What is asked for, separated by spaces'),
  EXTERNAL_OAUTH2_ENABLED: flag
    .default(false)
    .describe('Whether people may sign in with a provider that speaks plain OAuth 2'),
  EXTERNAL_OAUTH2_LABEL: text('Its name, as people read it'),
  EXTERNAL_OAUTH2_AUTHORIZE_URL: url('Where it asks people'),
  EXTERNAL_OAUTH2_TOKEN_URL: url('Where it exchanges codes'),
  EXTERNAL_OAUTH2_USER_URL: url('Where it says who somebody is'),
  EXTERNAL_OAUTH2_CLIENT_ID: list.optional().describe('The client id there'),
  EXTERNAL_OAUTH2_SECRET: text('Its secret'),
  EXTERNAL_OAUTH2_SCOPES: text('What is asked for, separated by spaces'),
  EXTERNAL_OAUTH2_TRUST_EMAIL: flag
    .optional()
    .describe('Whether its addresses count as verified where it does not say'),
  ...samlVariables,
}

/** The section of the environment. */
export const externalSection = z.object(variables)

type Values = z.output<typeof externalSection>
type Name = keyof typeof variables

/**
 * The providers that are enabled, as the backend takes them.
 *
 * @throws StartProblem when one of them lacks what it cannot do without.
 */
export function externalSettings(environment: Values): External {
  const external: External = {}
  for (const name of ['google', 'apple', 'github', 'facebook', 'oidc', 'oauth2'] as const) {
    const prefix = `EXTERNAL_${name.toUpperCase() as Uppercase<typeof name>}` as const
    if (!environment[`${prefix}_ENABLED`]) continue
    const [clientId, ...otherClientIds] = needed(environment, `${prefix}_CLIENT_ID`, prefix)
    external[name] = {
      clientId: clientId!,
      otherClientIds,
      clientSecret: needed(environment, `${prefix}_SECRET`, prefix).replaceAll('\\n', '\n'),
    }
  }
  return complete(environment, external)
}

/** What single providers are told besides. */
function complete(environment: Values, external: External): External {
  const { google, apple, facebook, oidc, oauth2 } = external
  if (google) google.skipNonceCheck = environment.EXTERNAL_GOOGLE_SKIP_NONCE_CHECK
  if (apple?.clientSecret?.startsWith('-----BEGIN')) {
    apple.appleKey = {
      teamId: needed(environment, 'EXTERNAL_APPLE_TEAM_ID', 'EXTERNAL_APPLE_SECRET'),
      keyId: needed(environment, 'EXTERNAL_APPLE_KEY_ID', 'EXTERNAL_APPLE_SECRET'),
    }
  }
  if (facebook) facebook.trustEmail = environment.EXTERNAL_FACEBOOK_TRUST_EMAIL
  if (oidc) {
    oidc.issuer = needed(environment, 'EXTERNAL_OIDC_URL', 'EXTERNAL_OIDC')
    oidc.label = environment.EXTERNAL_OIDC_LABEL
    oidc.scopes = environment.EXTERNAL_OIDC_SCOPES
  }
  if (oauth2) {
    oauth2.endpoints = {
      authorization: needed(environment, 'EXTERNAL_OAUTH2_AUTHORIZE_URL', 'EXTERNAL_OAUTH2'),
      token: needed(environment, 'EXTERNAL_OAUTH2_TOKEN_URL', 'EXTERNAL_OAUTH2'),
      userInfo: needed(environment, 'EXTERNAL_OAUTH2_USER_URL', 'EXTERNAL_OAUTH2'),
    }
    oauth2.label = environment.EXTERNAL_OAUTH2_LABEL
    oauth2.scopes = environment.EXTERNAL_OAUTH2_SCOPES
    oauth2.trustEmail = environment.EXTERNAL_OAUTH2_TRUST_EMAIL
  }
  return external
}

function needed<N extends Name>(environment: Values, name: N, goesWith: string) {
  const value = environment[name]
  if (value === undefined) {
    const other = goesWith.endsWith('_SECRET') ? goesWith : `${goesWith}_ENABLED`
    throw new StartProblem(`${name} is missing: it goes with ${other}.`)
  }
  return value as NonNullable<Values[N]>
}

import type { AuthConfig, ExternalProviderConfig } from '#backend/config/auth-config.ts'
import { invalid } from '#backend/auth/core/errors.ts'
import { type ProfileReader, presets, readGenericProfile } from './presets.ts'

type Endpoints = NonNullable<ExternalProviderConfig['endpoints']>

export type ExternalProvider = {
  /** Provider name in identities, such as 'google', or 'sso:<id>' for an SSO provider. */
  name: string
  label: string
  clientId: string
  clientSecret: string
  scopes: string
  /** Configured redirect URI, or null for the URL of this service's /callback. */
  redirectUri: string | null
  usesFormPost: boolean
  trustsEmail: boolean
  isEmailOptional: boolean
  skipsNonceCheck: boolean
  /** Client ids that are accepted as the audience of ID tokens. */
  audiences: readonly string[]
  /** Apple's team id and key id for signing client secrets, or null. */
  appleKey: { teamId: string; keyId: string } | null
} & (
  | { kind: 'oidc'; issuer: string; otherIssuers: readonly string[] }
  | { kind: 'oauth2'; endpoints: Endpoints; readProfile: ProfileReader }
)

export function findProvider(auth: AuthConfig, name: string): ExternalProvider {
  const config = Object.hasOwn(auth.external, name) ? auth.external[name] : undefined
  const provider = config && completeProvider(name, config)
  if (!provider) {
    const quoted = JSON.stringify(name.slice(0, 60))
    throw invalid(`Unsupported provider: provider ${quoted} is not enabled`)
  }
  return provider
}

export function externalProviders(auth: AuthConfig): { name: string; label: string }[] {
  return Object.entries(auth.external).flatMap(([name, config]) => {
    const provider = completeProvider(name, config)
    return provider ? [{ name, label: provider.label }] : []
  })
}

export function findProviderByIssuer(
  auth: AuthConfig,
  issuer: string,
  clientId: string,
): ExternalProvider | undefined {
  return Object.entries(auth.external)
    .map(([name, config]) => completeProvider(name, config))
    .find(
      (provider) =>
        provider?.kind === 'oidc' &&
        issuersOf(provider).includes(issuer) &&
        provider.audiences.includes(clientId),
    )
}

export function issuersOf(provider: Extract<ExternalProvider, { kind: 'oidc' }>): string[] {
  return [provider.issuer, ...provider.otherIssuers]
}

/**
 * Merges a provider's preset and configuration. Returns undefined if neither has an issuer or
 * endpoints.
 */
function completeProvider(
  name: string,
  config: ExternalProviderConfig,
): ExternalProvider | undefined {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined
  const common = {
    name,
    label: config.label ?? preset?.label ?? name[0]!.toUpperCase() + name.slice(1),
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    redirectUri: config.redirectUri,
    usesFormPost: preset?.usesFormPost ?? false,
    trustsEmail: config.trustEmail,
    isEmailOptional: config.emailOptional,
    skipsNonceCheck: config.skipNonceCheck,
    audiences: [config.clientId, ...config.otherClientIds],
    appleKey: config.appleKey,
  }
  const endpoints = config.issuer ? undefined : (config.endpoints ?? preset?.endpoints)
  if (endpoints) {
    return {
      ...common,
      kind: 'oauth2',
      endpoints,
      scopes: config.scopes ?? preset?.scopes ?? 'email profile',
      readProfile: preset?.readProfile ?? readGenericProfile,
    }
  }
  const issuer = config.issuer ?? preset?.issuer
  if (!issuer) return undefined
  return {
    ...common,
    kind: 'oidc',
    issuer,
    otherIssuers: config.issuer ? [] : (preset?.otherIssuers ?? []),
    scopes: config.scopes ?? preset?.scopes ?? 'openid email profile',
  }
}

export function labelOf(auth: AuthConfig, name: string): string {
  const known = externalProviders(auth).find((provider) => provider.name === name)
  return known?.label ?? name
}

import type postgres from 'postgres'
import { createVault } from '#backend/platform/vault.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { ssoAccount } from '#backend/auth/sso/sso-accounts.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { beginExternal, type Beginning, type Departure } from './begin.ts'
import { noEmail, unverifiedEmail } from './errors.ts'
import { descriptionOf } from './profile.ts'
import type { ExternalProvider } from './providers.ts'
import type { Arrival, Settled } from './accounts.ts'

/** What the names of companies' providers begin with. */
export const ssoPrefix = 'sso:'

type SsoRow = {
  issuer: string
  client_id: string
  encrypted_client_secret: string | null
  scopes: string
}

/** Seals and opens the client secrets in `auth_internal.sso_oidc_providers`. */
export function ssoSecrets(world: AuthWorld) {
  return createVault(world.config.jwtSecret, 'sso client secrets')
}

/**
 * Begins a sign-in with a company's OpenID Connect provider. Throws AuthError `sso_provider_not_found`
 * (404) when the provider is none of these.
 */
export async function beginOidc(
  world: AuthWorld,
  ssoProviderId: string,
  beginning: Pick<Beginning, 'challenge' | 'redirectTo' | 'parameters'>,
): Promise<Departure> {
  return beginExternal(world, await findCompanyProvider(world, ssoProviderId), beginning)
}

/** A company's OpenID Connect provider by the id of its `auth.sso_providers`. Throws AuthError (404). */
export async function findCompanyProvider(
  world: AuthWorld,
  ssoProviderId: string,
): Promise<ExternalProvider> {
  const [row] = await world.sql<SsoRow[]>`
    select o.issuer, o.client_id, o.encrypted_client_secret, o.scopes
    from auth_internal.sso_oidc_providers o
    join auth.sso_providers p on p.id = o.sso_provider_id
    where p.id = ${ssoProviderId} and p.disabled is not true`
  if (!row) throw providerNotFound()
  const sealed = row.encrypted_client_secret
  return {
    kind: 'oidc',
    name: ssoPrefix + ssoProviderId,
    label: 'your company',
    issuer: row.issuer,
    otherIssuers: [],
    clientId: row.client_id,
    clientSecret: (sealed && ssoSecrets(world).open(sealed)) ?? '',
    scopes: row.scopes,
    redirectUri: null,
    postsAnswer: false,
    // A company is the authority on its own addresses; that they are its own is checked below.
    trustsEmail: true,
    isEmailOptional: false,
    skipsNonceCheck: false,
    audiences: [row.client_id],
    appleKey: null,
  }
}

function providerNotFound(): AuthError {
  return new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
}

/** The account of somebody whom their company vouches for, with an address of one of its domains. */
export async function settleSsoAccount(arrival: Arrival, ssoProviderId: string): Promise<Settled> {
  const { tx, world, provider, profile, headers } = arrival
  if (!profile.email) throw noEmail()
  if (!profile.isEmailVerified) throw unverifiedEmail(provider.label, false)
  await refuseForeignAddress(tx, ssoProviderId, profile.email)
  const person = {
    subject: profile.subject,
    issuer: String(profile.data['iss']),
    email: profile.email,
    claims: descriptionOf(profile),
  }
  return { user: await ssoAccount(tx, world, ssoProviderId, person, headers) }
}

/**
 * A provider that is found by its domains must not name people of other domains: others trust addresses.
 * It stays until the session is open, so that its end ends that one too. Throws AuthError, 404 where
 * it was removed or switched off while it was asked.
 */
export async function refuseForeignAddress(
  tx: postgres.TransactionSql,
  ssoProviderId: string,
  email: string,
): Promise<void> {
  const open = await tx`
    select from auth.sso_providers
    where id = ${ssoProviderId} and disabled is not true for key share`
  if (open.length === 0) throw providerNotFound()
  const rows = await tx<{ domain: string }[]>`
    select lower(domain) as domain from auth.sso_domains where sso_provider_id = ${ssoProviderId}`
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (rows.length > 0 && !rows.some((row) => row.domain === domain)) {
    throw new AuthError(
      403,
      'sso_domain_mismatch',
      'The email address is not of a domain of this SSO provider',
    )
  }
}

import type { AuthorizationRedirect } from '#backend/auth/core/browser-binding.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import {
  findOrCreateSsoUser,
  providerNotFound,
  requireOwnDomain,
} from '#backend/auth/sso/accounts.ts'
import { ssoPrefix, ssoSecrets } from '#backend/auth/sso/providers.ts'
import type { ExternalSignIn, SignInResult } from './accounts.ts'
import { type AuthorizationRequest, beginAuthorization } from './authorize.ts'
import { noEmail, unverifiedEmail } from './errors.ts'
import { descriptionOf } from './profile.ts'
import type { ExternalProvider } from './providers.ts'

type SsoRow = {
  issuer: string
  client_id: string
  encrypted_client_secret: string | null
  scopes: string
}

/**
 * Starts a sign-in with an organization's OpenID Connect provider. Throws AuthError (404) for an
 * unknown or disabled provider.
 */
export async function beginOidcSignIn(
  context: AuthContext,
  ssoProviderId: string,
  beginning: Pick<AuthorizationRequest, 'challenge' | 'redirectTo' | 'parameters'>,
): Promise<AuthorizationRedirect> {
  return beginAuthorization(
    context,
    await findOrganizationProvider(context, ssoProviderId),
    beginning,
  )
}

/**
 * Returns an organization's OpenID Connect provider. Throws AuthError (404) for an unknown or
 * disabled provider.
 */
export async function findOrganizationProvider(
  context: AuthContext,
  ssoProviderId: string,
): Promise<ExternalProvider> {
  const [row] = await context.sql<SsoRow[]>`
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
    clientSecret: (sealed && ssoSecrets(context).open(sealed)) ?? '',
    scopes: row.scopes,
    redirectUri: null,
    usesFormPost: false,
    // Trusts emails without the claim `email_verified`. If the provider has domains,
    // `requireOwnDomain` rejects emails outside of them.
    trustsEmail: true,
    isEmailOptional: false,
    skipsNonceCheck: false,
    audiences: [row.client_id],
    appleKey: null,
  }
}

export async function findOrCreateSsoAccount(
  signIn: ExternalSignIn,
  ssoProviderId: string,
): Promise<SignInResult> {
  const { tx, context, provider, profile, headers } = signIn
  if (!profile.email) throw noEmail()
  if (!profile.isEmailVerified) throw unverifiedEmail(provider.label, false)
  await requireOwnDomain(tx, ssoProviderId, profile.email)
  const ssoUser = {
    subject: profile.subject,
    issuer: String(profile.data['iss']),
    email: profile.email,
    claims: descriptionOf(profile),
  }
  return { user: await findOrCreateSsoUser(tx, context, ssoProviderId, ssoUser, headers) }
}

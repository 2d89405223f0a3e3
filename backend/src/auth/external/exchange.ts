import { SignJWT, importPKCS8 } from 'jose'
import * as openid from 'openid-client'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { redirectUriOf } from './authorize.ts'
import { clientOf } from './clients.ts'
import { ProviderError, throwExchangeFailed, throwNoProfile } from './errors.ts'
import { type ExternalProfile, appleName, profileOfClaims } from './profile.ts'
import type { ExternalProvider } from './providers.ts'

/** Secrets of a sign-in flow, with which the server validates the identity provider's response. */
export type FlowSecrets = { state: string; verifier: string; nonce: string | null }

export type Exchanged = {
  profile: ExternalProfile
  accessToken: string
  refreshToken: string | null
}

/**
 * Exchanges the authorization code and loads the user's profile. Throws ProviderError if the
 * provider redirected with an error. Throws AuthError (500) if the provider is unreachable, rejects
 * the code or sends an invalid response.
 */
export async function exchange(
  context: AuthContext,
  provider: ExternalProvider,
  answer: URLSearchParams,
  proof: FlowSecrets,
): Promise<Exchanged> {
  const client = await clientOf(provider).catch(throwExchangeFailed)
  const tokens = await redeem(context, provider, client, answer, proof)
  const profile = await readProfile(provider, client, tokens, answer).catch(throwNoProfile)
  if (!profile) throwNoProfile('The provider does not say who it is')
  return {
    profile,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
  }
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

async function redeem(
  context: AuthContext,
  provider: ExternalProvider,
  client: openid.Configuration,
  answer: URLSearchParams,
  { state, verifier, nonce }: FlowSecrets,
): Promise<Tokens> {
  const url = new URL(redirectUriOf(context, provider))
  for (const name of ['code', 'state', 'error', 'error_description', 'iss']) {
    const value = answer.get(name)
    // Omits the parameter `iss` for OAuth 2 providers, because no issuer is configured for them.
    if (value !== null && (name !== 'iss' || provider.kind === 'oidc')) {
      url.searchParams.set(name, value)
    }
  }
  try {
    return await openid.authorizationCodeGrant(
      client,
      url,
      {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(nonce !== null && { expectedNonce: nonce, idTokenExpected: true }),
      },
      await appleClientSecret(provider),
    )
  } catch (cause) {
    if (cause instanceof openid.AuthorizationResponseError) {
      throw new ProviderError(cause.error, cause.error_description ?? '')
    }
    throwExchangeFailed(cause)
  }
}

async function readProfile(
  provider: ExternalProvider,
  client: openid.Configuration,
  tokens: Tokens,
  answer: URLSearchParams,
): Promise<ExternalProfile | undefined> {
  if (provider.kind === 'oauth2') {
    return provider.readProfile({
      ask: async (url) => {
        const headers = new Headers({ Accept: 'application/json' })
        const target = new URL(url)
        const { access_token: token } = tokens
        const response = await openid.fetchProtectedResource(
          client,
          token,
          target,
          'GET',
          null,
          headers,
        )
        if (!response.ok)
          throw new Error(`The identity provider returned status ${response.status} for ${url}`)
        return response.json()
      },
      endpoints: provider.endpoints,
      accessToken: tokens.access_token,
      clientSecret: provider.clientSecret,
      trustsEmail: provider.trustsEmail,
    })
  }
  const claims = tokens.claims()!
  const isAll = claims['email'] !== undefined || !client.serverMetadata().userinfo_endpoint
  const more = isAll ? {} : await openid.fetchUserInfo(client, tokens.access_token, claims.sub)
  const name = appleName(answer.get('user'))
  const allClaims = { ...more, ...claims, ...(name && { name }) }
  return profileOfClaims(provider.issuer, allClaims, provider.trustsEmail)
}

const appleSecretLifetime = 300

/**
 * Returns a new Apple client secret: a JWT signed with the developer's key and valid for five
 * minutes. Returns an empty object without an Apple key.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export async function appleClientSecret({
  appleKey,
  clientSecret,
  clientId,
}: ExternalProvider): Promise<Record<string, string>> {
  if (!appleKey) return {}
  const issuedAt = Math.floor(Date.now() / 1000)
  const signed = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: appleKey.keyId })
    .setIssuer(appleKey.teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + appleSecretLifetime)
    .sign(await importPKCS8(clientSecret, 'ES256'))
  return { client_secret: signed }
}

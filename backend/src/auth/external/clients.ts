import * as openid from 'openid-client'
import { isLoopback } from '#backend/auth/core/redirects.ts'
import type { ExternalProvider } from './providers.ts'

const cacheMs = 3_600_000

const maxCached = 200

const timeoutSeconds = 10

const clientCache = new Map<string, { client: Promise<openid.Configuration>; until: number }>()

/**
 * Returns a provider's OAuth client (cached for an hour). Rejects if the provider is unreachable.
 */
export function clientOf(provider: ExternalProvider): Promise<openid.Configuration> {
  const { kind, clientId, clientSecret } = provider
  const place = kind === 'oidc' ? provider.issuer : provider.endpoints
  const key = JSON.stringify([kind, place, clientId, clientSecret])
  const known = clientCache.get(key)
  if (known && known.until > Date.now()) return known.client
  const client = createClient(provider)
  clientCache.set(key, { client, until: Date.now() + cacheMs })
  if (clientCache.size > maxCached) clientCache.delete(clientCache.keys().next().value!)
  client.catch(() => clientCache.delete(key))
  return client
}

async function createClient(provider: ExternalProvider): Promise<openid.Configuration> {
  if (provider.kind === 'oidc') {
    const execute = [openid.enableNonRepudiationChecks, ...allowInsecure(provider.issuer)]
    return openid.discovery(
      new URL(provider.issuer),
      provider.clientId,
      { [openid.clockTolerance]: 10 },
      authenticationOf(provider),
      { execute, timeout: timeoutSeconds },
    )
  }
  const { authorization, token } = provider.endpoints
  const client = new openid.Configuration(
    {
      issuer: new URL(authorization).origin,
      authorization_endpoint: authorization,
      token_endpoint: token,
    },
    provider.clientId,
    {},
    authenticationOf(provider),
  )
  client.timeout = timeoutSeconds
  for (const loosen of allowInsecure(token)) loosen(client)
  return client
}

/** Allows plain HTTP only for identity providers on the local machine. */
function allowInsecure(url: string): ((client: openid.Configuration) => void)[] {
  const { hostname } = new URL(url)
  const isHere = hostname === 'localhost' || isLoopback(hostname)
  // allowInsecureRequests is marked as deprecated only to discourage its use in production.
  // oxlint-disable-next-line typescript/no-deprecated
  return isHere ? [openid.allowInsecureRequests] : []
}

/**
 * Sends the client secret in the body, or in a header if the provider does not accept it in the
 * body.
 */
function authenticationOf({ clientSecret, appleKey }: ExternalProvider): openid.ClientAuth {
  if (!clientSecret || appleKey) return openid.None()
  const inBody = openid.ClientSecretPost(clientSecret)
  const inHeader = openid.ClientSecretBasic(clientSecret)
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isHeader = methods !== undefined && !methods.includes('client_secret_post')
    const authenticate = isHeader ? inHeader : inBody
    authenticate(server, client, body, headers)
  }
}

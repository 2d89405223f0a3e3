import { createHash } from 'node:crypto'
import { type JWTPayload, type JWTVerifyGetKey, createRemoteJWKSet, jwtVerify } from 'jose'
import { clientOf } from './clients.ts'
import { unreachable } from './errors.ts'
import { type ExternalProvider, issuersOf } from './providers.ts'

/** A token that proves nothing; told to the app by OAuth's names. */
export class BadIdToken extends Error {
  readonly error: string

  constructor(error: string, message: string) {
    super(message)
    this.error = error
  }
}

export function badIdToken(message: string, error = 'invalid request'): BadIdToken {
  return new BadIdToken(error, message)
}

/** Signed by the provider alone: a shared secret, or no signature, is nobody's proof. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

/** Seconds by which clocks may differ. */
const clockTolerance = 10

const keySets = new Map<string, JWTVerifyGetKey>()

/**
 * The claims of an ID token that this provider has signed for this application and that is still
 * good; it has to belong to `accessToken` where one comes with it. Throws BadIdToken, and AuthError
 * (500) when the provider's keys cannot be had.
 */
export async function verifyIdToken(
  provider: Extract<ExternalProvider, { kind: 'oidc' }>,
  token: string,
  accessToken: string | null,
): Promise<JWTPayload> {
  const client = await clientOf(provider).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const { jwks_uri: jwksUri } = client.serverMetadata()
  if (!jwksUri) throw unreachable('The provider publishes no keys')
  const { payload, protectedHeader } = await jwtVerify(token, keySetAt(jwksUri), {
    issuer: issuersOf(provider),
    algorithms,
    clockTolerance,
    requiredClaims: ['exp', 'iat', 'sub', 'aud'],
  }).catch((cause: unknown) => {
    throw isOutage(cause) ? unreachable(cause) : badIdToken('Bad ID token')
  })
  const audiences = [payload.aud ?? []].flat()
  if (!audiences.some((audience) => provider.audiences.includes(audience))) {
    throw badIdToken('Unacceptable audience in id_token')
  }
  const { at_hash: claimed } = payload
  if (accessToken && claimed && claimed !== hashOf(accessToken, protectedHeader.alg)) {
    throw badIdToken('Bad ID token')
  }
  return payload
}

/** Fetched when first needed, kept a while, and fetched again for a key that is not known. */
function keySetAt(uri: string): JWTVerifyGetKey {
  let keySet = keySets.get(uri)
  if (!keySet) {
    keySet = createRemoteJWKSet(new URL(uri))
    keySets.set(uri, keySet)
  }
  return keySet
}

function isOutage(cause: unknown): boolean {
  const code = (cause as { code?: string }).code
  return code === undefined || code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC'
}

/** The left half of the access token's hash, as the ID token names it. */
function hashOf(accessToken: string, algorithm: string): string {
  const bits = algorithm === 'EdDSA' ? '512' : algorithm.slice(2)
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

import { createHash } from 'node:crypto'
import { type JWTPayload, type JWTVerifyGetKey, createRemoteJWKSet, jwtVerify } from 'jose'
import { clientOf } from './clients.ts'
import { throwUnreachable } from './errors.ts'
import { type ExternalProvider, issuersOf } from './providers.ts'

export class BadIdToken extends Error {
  readonly error: string

  constructor(message: string, error = 'invalid request') {
    super(message)
    this.error = error
  }
}

/**
 * Accepted algorithms. HS256 is missing, because any holder of the shared client secret could sign
 * ID tokens with it.
 */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

const clockTolerance = 10

const keySets = new Map<string, JWTVerifyGetKey>()

/**
 * Returns an ID token's claims. Throws BadIdToken for an invalid token, or AuthError (500) if the
 * provider's keys are unavailable.
 */
export async function verifyIdToken(
  provider: Extract<ExternalProvider, { kind: 'oidc' }>,
  token: string,
  accessToken: string | null,
): Promise<JWTPayload> {
  const client = await clientOf(provider).catch(throwUnreachable)
  const { jwks_uri: jwksUri } = client.serverMetadata()
  if (!jwksUri) throwUnreachable('The provider publishes no keys')
  const { payload, protectedHeader } = await jwtVerify(token, keySetAt(jwksUri), {
    issuer: issuersOf(provider),
    algorithms,
    clockTolerance,
    requiredClaims: ['exp', 'iat', 'sub', 'aud'],
  }).catch((cause: unknown) => {
    if (isOutage(cause)) throwUnreachable(cause)
    throw new BadIdToken('Bad ID token')
  })
  const audiences = [payload.aud ?? []].flat()
  if (!audiences.some((audience) => provider.audiences.includes(audience))) {
    throw new BadIdToken('Unacceptable audience in id_token')
  }
  const { at_hash: claimed } = payload
  if (accessToken && claimed && claimed !== hashOf(accessToken, protectedHeader.alg)) {
    throw new BadIdToken('Bad ID token')
  }
  return payload
}

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

/** Computes `at_hash`, the left half of the access token's hash (OpenID Connect Core 3.1.3.6). */
function hashOf(accessToken: string, algorithm: string): string {
  const bits = algorithm === 'EdDSA' ? '512' : algorithm.slice(2)
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

import {
  createHash,
  createHmac,
  sign as signBytes,
  timingSafeEqual,
  verify as verifyBytes,
  type KeyObject,
} from 'node:crypto'
import { isApiKey, type ApiKeys } from './api-keys.ts'

export type Claims = {
  role?: string
  sub?: string
  exp?: number
  nbf?: number
  [claim: string]: unknown
}

/** Claims of a verified token. `json` is the claims' original text, which PostgreSQL receives. */
export type VerifiedToken = { claims: Claims; json: string; kid?: string | undefined }

export class TokenError extends Error {
  readonly reason: 'malformed' | 'claims' | 'signature' | 'expired' | 'early'

  constructor(reason: TokenError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const hs256Header = { alg: 'HS256', typ: 'JWT' }
const cacheLimit = 1000

/** Allowed clock skew in seconds between this server and other servers that sign tokens. */
const clockSkewSeconds = 30

type FindKey = (kid: string) => KeyObject | undefined

/**
 * Signs and verifies JWTs: HS256 with the shared secrets, ES256 with the keys of `findKey`. HS256
 * never uses a key of `findKey`, so an attacker cannot sign tokens with a public key as the secret.
 * docs/decisions/2026-11-22-token-verification.md explains the use of node:crypto.
 */
export class Tokens {
  readonly #secrets: readonly string[]
  readonly #findKey: FindKey
  /** Claims of API keys by key digest, so that lookup times reveal nothing about the keys. */
  readonly #apiKeys: ReadonlyMap<string, VerifiedToken>
  readonly #verified = new Map<string, VerifiedToken>()

  /** The first of `secrets` signs tokens. Tokens of all `secrets` and all API keys are accepted. */
  constructor(
    secrets: string | readonly string[],
    findKey: FindKey = () => undefined,
    apiKeys: readonly ApiKeys[] = [],
  ) {
    this.#secrets = [secrets].flat()
    this.#findKey = findKey
    this.#apiKeys = new Map(
      apiKeys.flatMap(({ publishable, secret }) => [
        [digest(publishable), tokenOfRole('anon')],
        [digest(secret), tokenOfRole('service_role')],
      ]),
    )
  }

  /** Signs a token: with ES256 if a private key is given, otherwise with HS256. */
  sign(claims: Claims, signing?: { kid: string; key: KeyObject }): string {
    const head = signing ? { alg: 'ES256', typ: 'JWT', kid: signing.kid } : hs256Header
    const input = `${encode(head)}.${encode(claims)}`
    if (!signing) return `${input}.${hmac(this.#secrets[0] ?? '', input)}`
    const key = { key: signing.key, dsaEncoding: 'ieee-p1363' } as const
    const signature = signBytes('sha256', Buffer.from(input), key)
    return `${input}.${signature.toString('base64url')}`
  }

  /**
   * Returns the claims of a token or the role of an API key. Throws TokenError if the token or key
   * is invalid, or if the token has expired or is not valid yet.
   */
  verify(token: string, now: Date = new Date()): VerifiedToken {
    if (isApiKey(token)) return this.#verifyApiKey(token)
    let verified = this.#verified.get(token)
    // Verifies a cached token again if its signing key was retired, so that the token is rejected.
    if (!verified || (verified.kid !== undefined && !this.#findKey(verified.kid))) {
      verified = this.#verifySignature(token)
      this.#remember(token, verified)
    }
    const { exp, nbf } = verified.claims
    if (exp !== undefined && exp * 1000 <= now.getTime()) {
      throw new TokenError('expired', 'JWT expired')
    }
    if (nbf !== undefined && (nbf - clockSkewSeconds) * 1000 > now.getTime()) {
      throw new TokenError('early', 'JWT not yet valid')
    }
    return verified
  }

  #verifyApiKey(key: string): VerifiedToken {
    const known = this.#apiKeys.get(digest(key))
    if (!known) throw new TokenError('signature', 'Unregistered API key')
    return known
  }

  #verifySignature(token: string): VerifiedToken {
    const [head, body, signature, ...rest] = token.split('.')
    if (!head || !body || !signature || rest.length > 0) {
      throw new TokenError('malformed', 'Expected 3 parts in JWT')
    }
    const { alg, kid } = decode(head)
    const key = alg === 'ES256' && typeof kid === 'string' ? this.#findKey(kid) : undefined
    if (!key && alg !== 'HS256') {
      throw new TokenError('signature', 'No suitable key or wrong key type')
    }
    const isValid = key
      ? isSignedBy(key, `${head}.${body}`, signature)
      : this.#secrets.some((secret) => isEqual(hmac(secret, `${head}.${body}`), signature))
    if (!isValid) throw new TokenError('signature', 'JWT signature is not valid')
    const json = Buffer.from(body, 'base64url').toString()
    return { claims: toClaims(decode(body)), json, kid: key ? (kid as string) : undefined }
  }

  #remember(token: string, verified: VerifiedToken): void {
    if (this.#verified.size >= cacheLimit) {
      const oldest = this.#verified.keys().next().value
      if (oldest !== undefined) this.#verified.delete(oldest)
    }
    this.#verified.set(token, verified)
  }
}

/** Checks the types of known claims. Throws TokenError with PostgREST's messages. */
function toClaims(claims: Record<string, unknown>): Claims {
  if (Array.isArray(claims)) throw new TokenError('claims', 'Parsing claims failed')
  for (const name of ['exp', 'nbf', 'iat']) {
    if (!['number', 'undefined'].includes(typeof claims[name])) {
      throw new TokenError('claims', `The JWT '${name}' claim must be a number`)
    }
  }
  for (const name of ['role', 'sub']) {
    if (!['string', 'undefined'].includes(typeof (claims[name] ?? undefined))) {
      throw new TokenError('claims', `The JWT '${name}' claim must be a string`)
    }
  }
  const audience = [claims['aud'] ?? []].flat()
  if (!audience.every((each) => typeof each === 'string')) {
    throw new TokenError('claims', "The JWT 'aud' claim must be a string or an array of strings")
  }
  return claims
}

function tokenOfRole(role: string): VerifiedToken {
  return { claims: { role }, json: JSON.stringify({ role }) }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64')
}

/** Returns the key id in a token's header, without verifying the token. */
export function keyIdOf(token: string | null): string | undefined {
  if (!token?.includes('.')) return undefined
  try {
    const { alg, kid } = decode(token.slice(0, token.indexOf('.')))
    return alg === 'ES256' && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

function hmac(secret: string, input: string): string {
  return createHmac('sha256', secret).update(input).digest('base64url')
}

function isSignedBy(key: KeyObject, input: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  return verifyBytes('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

function isEqual(expected: string, given: string): boolean {
  const left = Buffer.from(expected)
  const right = Buffer.from(given)
  return left.length === right.length && timingSafeEqual(left, right)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Malformed JSON causes the same TokenError as JSON that is not an object.
  }
  throw new TokenError('malformed', 'JWT could not be decoded')
}

import {
  createHash,
  createHmac,
  sign as signBytes,
  timingSafeEqual,
  verify as verifyBytes,
  type KeyObject,
} from 'node:crypto'
import { isApiKey, type ApiKeys } from './api-keys.ts'

/** Claims of a verified token, with the JSON they came as (it goes to PostgreSQL unchanged). */
export type Claims = {
  role?: string
  sub?: string
  exp?: number
  nbf?: number
  [claim: string]: unknown
}

export type VerifiedToken = { claims: Claims; json: string }

/** Why a token is refused. */
export class TokenError extends Error {
  readonly reason: 'malformed' | 'signature' | 'expired' | 'early'

  constructor(reason: TokenError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const cacheLimit = 1000

/** Who else signs tokens may have a clock that is this far ahead. */
const clockSkewSeconds = 30

/** Finds the public half of a key that signs ES256 tokens. */
type FindKey = (kid: string) => KeyObject | undefined

/**
 * Signs and verifies tokens with node:crypto: HS256 with the shared secret, ES256 with the keys of
 * `findKey`. Which of the two is decided by what the key is, so no public key ever serves as a secret.
 * A bounded cache of verified tokens makes a repeated token almost free; expiry is checked every time.
 */
export class Tokens {
  readonly #secret: string
  readonly #findKey: FindKey
  /** What each API key stands for, by its digest: looking one up tells nothing of another. */
  readonly #apiKeys: ReadonlyMap<string, VerifiedToken>
  readonly #verified = new Map<string, VerifiedToken & { kid: string | undefined }>()

  constructor(secret: string, findKey: FindKey = () => undefined, apiKeys?: ApiKeys) {
    this.#secret = secret
    this.#findKey = findKey
    this.#apiKeys = new Map(
      apiKeys && [
        [digest(apiKeys.publishable), ofRole('anon')],
        [digest(apiKeys.secret), ofRole('service_role')],
      ],
    )
  }

  /** With a private key ES256, otherwise HS256. */
  sign(claims: Claims, signing?: { kid: string; key: KeyObject }): string {
    if (!signing) return this.#signWithSecret(claims)
    const head = encode({ alg: 'ES256', typ: 'JWT', kid: signing.kid })
    const input = `${head}.${encode(claims)}`
    const signature = joined(signBytes('sha256', Buffer.from(input), signing.key))
    return `${input}.${signature.toString('base64url')}`
  }

  #signWithSecret(claims: Claims): string {
    const head = encode({ alg: 'HS256', typ: 'JWT' })
    const body = encode(claims)
    return `${head}.${body}.${this.#signature(`${head}.${body}`)}`
  }

  /** What a token says, or what an API key stands for. Throws TokenError. */
  verify(token: string, now: Date = new Date()): VerifiedToken {
    if (isApiKey(token)) return this.#verifyApiKey(token)
    let verified = this.#verified.get(token)
    // Remembered longer than its key may be valid.
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

  #verifySignature(token: string): VerifiedToken & { kid: string | undefined } {
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
      : isSame(this.#signature(`${head}.${body}`), signature)
    if (!isValid) throw new TokenError('signature', 'JWT signature is not valid')
    const json = Buffer.from(body, 'base64url').toString()
    return { claims: toClaims(decode(body)), json, kid: key ? (kid as string) : undefined }
  }

  #signature(input: string): string {
    return createHmac('sha256', this.#secret).update(input).digest('base64url')
  }

  #remember(token: string, verified: VerifiedToken & { kid: string | undefined }): void {
    if (this.#verified.size >= cacheLimit) {
      const oldest = this.#verified.keys().next().value
      if (oldest !== undefined) this.#verified.delete(oldest)
    }
    this.#verified.set(token, verified)
  }
}

/** Claims of the types that everything here relies on. Throws TokenError. */
function toClaims(claims: Record<string, unknown>): Claims {
  const isSound =
    !Array.isArray(claims) &&
    ['role', 'sub'].every((name) =>
      ['string', 'undefined'].includes(typeof (claims[name] ?? undefined)),
    ) &&
    ['exp', 'nbf'].every((name) => ['number', 'undefined'].includes(typeof claims[name]))
  if (!isSound) throw new TokenError('malformed', 'JWT has claims of the wrong type')
  return claims
}

function ofRole(role: string): VerifiedToken {
  return { claims: { role }, json: JSON.stringify({ role }) }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64')
}

/** The `kid` a token names, unverified; undefined for none or for what is no token. */
export function keyIdOf(token: string | null): string | undefined {
  if (!token?.includes('.')) return undefined
  try {
    const { alg, kid } = decode(token.slice(0, token.indexOf('.')))
    return alg === 'ES256' && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

/**
 * The two numbers of an ECDSA signature (P-256) side by side, as tokens carry them, out of their DER
 * form: asking node:crypto for it costs as much again as the signature.
 */
function joined(der: Buffer): Buffer {
  const rLength = der[3]!
  const r = der.subarray(4, 4 + rLength)
  const s = der.subarray(6 + rLength)
  const padded = (number: Buffer) => {
    const bytes = number.subarray(Math.max(0, number.length - 32))
    return Buffer.concat([Buffer.alloc(32 - bytes.length), bytes])
  }
  return Buffer.concat([padded(r), padded(s)])
}

function isSignedBy(key: KeyObject, input: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  return verifyBytes('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

function isSame(expected: string, given: string): boolean {
  const one = Buffer.from(expected)
  const other = Buffer.from(given)
  return one.length === other.length && timingSafeEqual(one, other)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Falls through to the one error for every malformed part.
  }
  throw new TokenError('malformed', 'JWT could not be decoded')
}

import { createHmac, timingSafeEqual } from 'node:crypto'

/** Claims of a verified token, with the JSON they came as (it goes to PostgreSQL unchanged). */
export type Claims = { role?: string; sub?: string; exp?: number; [claim: string]: unknown }

export type VerifiedToken = { claims: Claims; json: string }

/** Why a token is refused. */
export class TokenError extends Error {
  readonly reason: 'malformed' | 'signature' | 'expired'

  constructor(reason: TokenError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const cacheLimit = 1000

/**
 * Signs and verifies HS256 tokens with node:crypto. A bounded cache of verified tokens makes a
 * repeated token almost free; expiry is checked every time.
 */
export class Tokens {
  readonly #secret: string
  readonly #verified = new Map<string, VerifiedToken>()

  constructor(secret: string) {
    this.#secret = secret
  }

  sign(claims: Claims): string {
    const head = encode({ alg: 'HS256', typ: 'JWT' })
    const body = encode(claims)
    return `${head}.${body}.${this.#signature(`${head}.${body}`)}`
  }

  /** Throws TokenError. */
  verify(token: string, now: Date = new Date()): VerifiedToken {
    let verified = this.#verified.get(token)
    if (!verified) {
      verified = this.#verifySignature(token)
      this.#remember(token, verified)
    }
    const { exp } = verified.claims
    if (exp !== undefined && exp * 1000 <= now.getTime()) {
      throw new TokenError('expired', 'JWT expired')
    }
    return verified
  }

  #verifySignature(token: string): VerifiedToken {
    const [head, body, signature, ...rest] = token.split('.')
    if (!head || !body || !signature || rest.length > 0) {
      throw new TokenError('malformed', 'Expected 3 parts in JWT')
    }
    if (decode(head).alg !== 'HS256') {
      throw new TokenError('signature', 'No suitable key or wrong key type')
    }
    const expected = Buffer.from(this.#signature(`${head}.${body}`))
    const given = Buffer.from(signature)
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
      throw new TokenError('signature', 'JWT signature is not valid')
    }
    const json = Buffer.from(body, 'base64url').toString()
    return { claims: decode(body) as Claims, json }
  }

  #signature(input: string): string {
    return createHmac('sha256', this.#secret).update(input).digest('base64url')
  }

  #remember(token: string, verified: VerifiedToken): void {
    if (this.#verified.size >= cacheLimit) {
      const oldest = this.#verified.keys().next().value
      if (oldest !== undefined) this.#verified.delete(oldest)
    }
    this.#verified.set(token, verified)
  }
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

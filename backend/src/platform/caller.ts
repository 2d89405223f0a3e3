import { type Tokens, type VerifiedToken } from './jwt.ts'

/** The identity behind a request: its database role, and the claims used by row-level security. */
export type Caller = {
  role: string
  /** User id (`sub` of the token), or null for a request without a signed-in user. */
  userId: string | null
  claims: VerifiedToken['claims']
  claimsJson: string
}

const anonymous: Caller = {
  role: 'anon',
  userId: null,
  claims: { role: 'anon' },
  claimsJson: '{"role":"anon"}',
}

export function bearerToken(headers: Headers): string | null {
  const match = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')
  return match?.[1]?.trim() ?? null
}

/** Whether a request has a bearer token or an `apikey` header. */
export function hasToken(headers: Headers): boolean {
  return Boolean(bearerToken(headers) ?? headers.get('apikey'))
}

/**
 * Returns the caller of the bearer token or `apikey` header, or else the anonymous caller. Throws
 * TokenError for an invalid or expired token.
 */
export function callerOf(headers: Headers, tokens: Tokens): Caller {
  return callerOfToken(bearerToken(headers) ?? headers.get('apikey'), tokens)
}

export function callerOfToken(token: string | null, tokens: Tokens): Caller {
  if (!token) return anonymous
  const { claims, json } = tokens.verify(token)
  return {
    role: claims.role ?? 'anon',
    userId: claims.sub ?? null,
    claims,
    claimsJson: json,
  }
}

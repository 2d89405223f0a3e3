import { type Tokens, type VerifiedToken } from './jwt.ts'

/** On whose behalf a request runs: the database role and the claims row-level security reads. */
export type Caller = {
  role: string
  /** `sub` of the token; null for a request without a signed-in person. */
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

/** Token of an `Authorization: Bearer …` header; null when there is none. */
export function bearerToken(headers: Headers): string | null {
  const match = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')
  return match?.[1]?.trim() ?? null
}

/**
 * The caller of a request: the bearer token's, else the API key's (`apikey` header), else
 * anonymous. Throws TokenError when the token presented is not valid.
 */
export function callerOf(headers: Headers, tokens: Tokens): Caller {
  return callerOfToken(bearerToken(headers) ?? headers.get('apikey'), tokens)
}

/** The caller a bare token stands for. Throws TokenError. */
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

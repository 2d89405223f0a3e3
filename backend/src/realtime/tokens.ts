import { callerOfToken, type Caller } from '#backend/platform/caller.ts'
import { keyIdOf, TokenError } from '#backend/platform/jwt.ts'
import { Refusal } from './refusal.ts'
import type { Hub } from './hub.ts'

/** The caller a token stands for, its key being fetched if it is not at hand. Throws Refusal. */
export async function callerOf(hub: Pick<Hub, 'tokens' | 'keys'>, token: string): Promise<Caller> {
  const kid = keyIdOf(token)
  if (kid !== undefined) await hub.keys.ready(kid)
  try {
    return callerOfToken(token, hub.tokens)
  } catch (error) {
    throw refusalOf(error, token)
  }
}

function refusalOf(error: unknown, token: string): unknown {
  if (!(error instanceof TokenError)) return error
  switch (error.reason) {
    case 'expired':
      return new Refusal('InvalidJWTToken', `Token has expired ${secondsPast(token)} seconds ago`)
    case 'malformed':
      return new Refusal('MalformedJWT', 'The token provided is not a valid JWT')
    default:
      return new Refusal('JwtSignatureError', 'Failed to validate JWT signature')
  }
}

/** Of a token that was well-formed and signed. */
function secondsPast(token: string): number {
  const body = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { exp } = JSON.parse(body) as { exp: number }
  return Math.floor(Date.now() / 1000 - exp)
}

import { callerOfToken, type Caller } from '#backend/platform/caller.ts'
import { keyIdOf, TokenError } from '#backend/platform/jwt.ts'
import { RealtimeError } from './realtime-error.ts'
import type { Hub } from './hub.ts'
import type { Channel } from './connection.ts'
import type { Frame } from './frames.ts'
import { shutDown } from './leave-channel.ts'

/** Returns the caller to whom an access token or API key belongs. Throws RealtimeError. */
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
      return new RealtimeError(
        'InvalidJWTToken',
        `Token has expired ${secondsSinceExpiry(token)} seconds ago`,
      )
    case 'malformed':
      return new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT')
    default:
      return new RealtimeError('JwtSignatureError', 'Failed to validate JWT signature')
  }
}

function secondsSinceExpiry(token: string): number {
  const body = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { exp } = JSON.parse(body) as { exp: number }
  return Math.floor(Date.now() / 1000 - exp)
}

/**
 * Applies a new access token. Closes the channel if the token is invalid or cannot be checked, or
 * if it does not allow everything that the channel could read before.
 */
export async function handleAccessToken(hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  const token = (frame.payload as { access_token?: unknown } | null)?.access_token
  if (typeof token !== 'string' || token === channel.token || token.startsWith('sb_')) return
  try {
    const caller = await callerOf(hub, token)
    if (channel.isPrivate) {
      const granted = await hub.permissions.of(caller, channel.name)
      const hasLost = (['read broadcast', 'read presence'] as const).some(
        (permission) => channel.granted.has(permission) && !granted.has(permission),
      )
      if (hasLost) {
        const reason = `You no longer have permission to read from this Channel topic: ${channel.name}`
        return shutDown(hub, channel, reason)
      }
      channel.granted = granted
    }
    channel.caller = caller
    channel.token = token
  } catch (error) {
    if (error instanceof RealtimeError) return shutDown(hub, channel, error.message)
    hub.log.error('failed to check a refreshed access token', error)
    shutDown(hub, channel, 'Realtime was unable to connect to the project database')
  }
}

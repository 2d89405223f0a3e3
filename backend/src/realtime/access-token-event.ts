import type { Channel } from './channel.ts'
import type { Frame } from './frames.ts'
import type { Hub } from './hub.ts'
import { shutDown } from './leave-channel.ts'
import { Refusal } from './refusal.ts'
import { callerOf } from './tokens.ts'

/** A client has a newer token: the channel speaks with it from now on, or ends if it may no longer. */
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
    if (error instanceof Refusal) return shutDown(hub, channel, error.message)
    hub.log.error('a new token could not be checked', error)
    shutDown(hub, channel, 'Realtime was unable to connect to the project database')
  }
}

import type { Caller } from '#backend/platform/caller.ts'
import type { Channel } from '../channel.ts'
import type { ProtocolVersion } from '../frames.ts'
import type { Subscription } from '../subscriptions.ts'

/** Channels that are all told the same: same claims, topic, protocol and subscriptions. */
export type Audience = {
  caller: Caller
  topic: string
  version: ProtocolVersion
  subscriptions: Channel['subscriptions']
  channels: Channel[]
}

/** Brings channels together that need not be told apart. */
export function gather(channels: Iterable<Channel>): Audience[] {
  const audiences = new Map<string, Audience>()
  for (const channel of channels) {
    const { caller, topic, subscriptions, connection } = channel
    const ids = subscriptions.list.map(({ id }: Subscription) => id).join()
    const id = `${connection.version} ${ids} ${caller.role} ${topic} ${caller.claimsJson}`
    const audience = audiences.get(id)
    if (audience) audience.channels.push(channel)
    else {
      const { version } = connection
      audiences.set(id, { caller, topic, version, subscriptions, channels: [channel] })
    }
  }
  return [...audiences.values()]
}

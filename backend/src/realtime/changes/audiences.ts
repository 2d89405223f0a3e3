import type { Caller } from '#backend/platform/caller.ts'
import { getOrCreate } from '#backend/platform/get-or-create.ts'
import type { Channel } from '../connection.ts'
import type { ProtocolVersion } from '../frames.ts'
import type { ChangeBinding } from './change-bindings.ts'

/** Channels with equal claims, topic, version and subscriptions, which receive the same frames. */
export type Audience = {
  caller: Caller
  topic: string
  version: ProtocolVersion
  bindings: Channel['bindings']
  channels: Channel[]
}

export function groupAudiences(channels: Iterable<Channel>): Audience[] {
  const audiences = new Map<string, Audience>()
  for (const channel of channels) {
    const { caller, topic, bindings, connection } = channel
    const ids = bindings.list.map(({ id }: ChangeBinding) => id).join()
    const id = `${connection.version} ${ids} ${caller.role} ${topic} ${caller.claimsJson}`
    const { version } = connection
    const create = () => ({ caller, topic, version, bindings, channels: [] })
    getOrCreate<string, Audience>(audiences, id, create).channels.push(channel)
  }
  return [...audiences.values()]
}

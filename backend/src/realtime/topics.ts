import { getOrCreate } from '#backend/platform/get-or-create.ts'
import { topicKey, type Broadcast } from './broadcast.ts'
import type { Channel } from './connection.ts'

export class Topics {
  readonly #channels = new Map<string, Set<Channel>>()

  add(channel: Channel): void {
    getOrCreate(this.#channels, channel.key, () => new Set()).add(channel)
  }

  remove(channel: Channel): void {
    const channels = this.#channels.get(channel.key)
    if (channels?.delete(channel) && channels.size === 0) this.#channels.delete(channel.key)
  }

  on(key: string): Iterable<Channel> {
    return this.#channels.get(key) ?? []
  }

  /** Sends a broadcast to the channels of its topic that may receive it, except to `sender`. */
  deliver(broadcast: Broadcast, sender?: Channel): void {
    const { topic, isPrivate } = broadcast.header
    for (const channel of this.on(topicKey(topic, isPrivate))) {
      if (channel !== sender) channel.receive(broadcast)
    }
  }
}

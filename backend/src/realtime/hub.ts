import type { Context } from '#backend/context.ts'
import { getOrCreate } from '#backend/platform/get-or-create.ts'
import { Broadcast, topicKey } from './broadcast.ts'
import { Bus } from './bus.ts'
import type { PostgresChanges } from './changes/postgres-changes.ts'
import type { Channel } from './connection.ts'
import { encodeFrame, type ProtocolVersion } from './frames.ts'
import { frameMessage } from './outbox.ts'
import { Permissions } from './permissions.ts'
import { PresenceSync } from './presence-sync.ts'
import { groupByKey, Presences, type PresenceChange } from './presences.ts'
import { StoredMessages } from './stored-messages.ts'
import { TokenBucket } from './token-bucket.ts'

export type Hub = ReturnType<typeof createHub>

/** Creates the state that all sockets of a process share. Connects to the database in `open`. */
export function createHub(
  { config, database, tokens, keys, log }: Context,
  changes: PostgresChanges,
) {
  const limits = config.realtime
  const topics = new Topics()
  const presences = new Presences((topicKey, change) => {
    sendPresenceDiff(topics, topicKey, change)
    presenceSync.send(topicKey, change)
  })
  const bus: Bus = new Bus({
    sql: database.owner,
    feed: changes.feed,
    log,
    onMessage: (message) => {
      if (message.head.kind !== 'broadcast') return presenceSync.receive(message)
      // Checks the message size here, because the database does not limit messages sent in SQL.
      if (message.body.length > limits.maxPayloadBytes) return
      topics.deliver(Broadcast.fromBus(message))
    },
    onGap: () => presenceSync.resync(),
  })
  const presenceSync = new PresenceSync(bus, presences)

  let opening: Promise<void> | null = null
  let resting: Promise<void> = Promise.resolve()
  async function connect(): Promise<void> {
    await resting
    await bus.open()
    await presenceSync.requestState()
  }

  return {
    limits,
    tokens,
    keys,
    log,
    topics,
    bus,
    changes,
    permissions: new Permissions(database),
    presences,
    presenceSync,
    stored: new StoredMessages(database.owner),
    /** Rate limits that all sockets of this process share. */
    rates: {
      events: new TokenBucket(limits.maxEventsPerSecond),
      joins: new TokenBucket(limits.maxJoinsPerSecond),
    },

    /**
     * Opens the message bus. Resolves once no later message can be missed. Rejects if the database
     * is unavailable.
     */
    open(): Promise<void> {
      opening ??= connect().catch((error: unknown) => {
        opening = null
        throw error
      })
      return opening
    },

    /**
     * Closes the change feed and discards other processes' presences. Called when no client is
     * left.
     */
    suspend(): Promise<void> {
      opening = null
      presenceSync.forgetRemote()
      const closed = changes.suspend()
      resting = closed.catch(() => {})
      return closed
    },
  }
}

/** Sends a broadcast to all clients on its topic, on every process, except to `sender`. */
export function broadcastToAll(hub: Hub, broadcast: Broadcast, sender?: Channel): Promise<void> {
  hub.topics.deliver(broadcast, sender)
  const { head, body } = broadcast.toBus()
  return hub.bus.publish(head, body)
}

function sendPresenceDiff(
  topics: Topics,
  topicKey: string,
  { joins, leaves }: PresenceChange,
): void {
  const payload = { joins: groupByKey(joins), leaves: groupByKey(leaves) }
  const framed = new Map<ProtocolVersion, Buffer>()
  for (const { connection, granted, receivesPresence, topic } of topics.on(topicKey)) {
    if (!receivesPresence || !granted.has('read presence')) continue
    const { version } = connection
    const bytes = getOrCreate(framed, version, () => {
      const frame = { joinRef: null, ref: null, topic, event: 'presence_diff', payload }
      return frameMessage(encodeFrame(version, frame))
    })
    connection.write(bytes)
  }
}

class Topics {
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

  /**
   * Sends a broadcast to the channels on its topic that may read the broadcast, except to `sender`.
   */
  deliver(broadcast: Broadcast, sender?: Channel): void {
    const { topic, isPrivate } = broadcast.header
    for (const channel of this.on(topicKey(topic, isPrivate))) {
      if (channel !== sender) channel.receive(broadcast)
    }
  }
}

import type { Context } from '#backend/context.ts'
import { Broadcast } from './broadcast.ts'
import { Bus } from './bus.ts'
import { encodeFrame, type ProtocolVersion } from './frames.ts'
import type { ChangeSubscribers, Hub } from './hub.ts'
import { frameText } from './outbox.ts'
import { Permissions } from './permissions.ts'
import { PresenceSync } from './presence-sync.ts'
import { groupByKey, Presences, type PresenceChange } from './presences.ts'
import { StoredMessages } from './stored-messages.ts'
import { TokenBucket } from './token-bucket.ts'
import { Topics } from './topics.ts'

/** Creates the state shared by all sockets. Connects to the database only on `open`. */
export function createHub(
  { config, database, tokens, keys, log }: Context,
  feed: { open(): Promise<void> },
  changes: ChangeSubscribers,
): Hub {
  const limits = config.realtime
  const topics = new Topics()
  const presences = new Presences((topicKey, change) => {
    sendPresenceDiff(topics, topicKey, change)
    presenceSync.send(topicKey, change)
  })
  const bus: Bus = new Bus({
    sql: database.owner,
    feed,
    log,
    onMessage: (message) => {
      if (message.head.kind !== 'broadcast') return presenceSync.receive(message)
      // Messages sent in SQL have no size limit in the database, so the server checks the size.
      if (message.body.length > limits.maxPayloadBytes) return
      topics.deliver(Broadcast.fromBus(message))
    },
    onGap: () => presenceSync.resync(),
  })
  const presenceSync = new PresenceSync(bus, presences)

  let opening: Promise<void> | null = null
  let resting: Promise<void> = Promise.resolve()
  async function open(): Promise<void> {
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
    permissions: new Permissions(database),
    presences,
    presenceSync,
    stored: new StoredMessages(database.owner),
    changes,
    rates: {
      events: new TokenBucket(limits.maxEventsPerSecond),
      joins: new TokenBucket(limits.maxJoinsPerSecond),
    },
    open: () => {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      return opening
    },
    suspend: (closeFeed) => {
      opening = null
      presenceSync.forgetRemote()
      const closed = closeFeed()
      resting = closed.catch(() => {})
      return closed
    },
  }
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
    let bytes = framed.get(version)
    if (!bytes) {
      const frame = { joinRef: null, ref: null, topic, event: 'presence_diff', payload }
      bytes = frameText(encodeFrame(version, frame))
      framed.set(version, bytes)
    }
    connection.write(bytes)
  }
}

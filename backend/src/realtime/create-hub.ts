import type { Context } from '#backend/context.ts'
import { Broadcast } from './broadcast.ts'
import { Bus } from './bus.ts'
import type { ProtocolVersion } from './frames.ts'
import { encodeFrame } from './frames.ts'
import type { ChangeSubscribers, Hub } from './hub.ts'
import { Permissions } from './permissions.ts'
import { PresenceSync } from './presence-sync.ts'
import { grouped, Presences, type PresenceChange } from './presences.ts'
import { Rate } from './rate.ts'
import { StoredMessages } from './stored-messages.ts'
import { Topics } from './topics.ts'
import { frameText } from './websocket-frame.ts'

/** Builds what all sockets share. Nothing is connected before `open`. */
export function createHub(
  { config, database, tokens, keys, log }: Context,
  feed: { open(): Promise<void> },
  changes: ChangeSubscribers,
): Hub {
  const limits = config.realtime
  const topics = new Topics()
  const presences = new Presences((topicKey, change) => {
    tellChange(topics, topicKey, change)
    presenceSync.tell(topicKey, change)
  })
  const bus: Bus = new Bus({
    sql: database.owner,
    feed,
    log,
    onMessage: (message) => {
      if (message.head.kind !== 'broadcast') return presenceSync.hear(message)
      // The database knows no limit of its own.
      if (message.body.length > limits.maxPayloadBytes) return
      topics.deliver(Broadcast.fromBus(message))
    },
    onGap: () => presenceSync.askAgain(),
  })
  const presenceSync = new PresenceSync(bus, presences)

  let opening: Promise<void> | null = null
  let resting: Promise<void> = Promise.resolve()
  async function open(): Promise<void> {
    await resting
    await bus.open()
    await presenceSync.introduce()
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
      events: new Rate(limits.maxEventsPerSecond),
      joins: new Rate(limits.maxJoinsPerSecond),
    },
    open: () => {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      return opening
    },
    rest: (closeFeed) => {
      opening = null
      presenceSync.forgetAll()
      const closed = closeFeed()
      resting = closed.catch(() => {})
      return closed
    },
  }
}

function tellChange(topics: Topics, topicKey: string, { joins, leaves }: PresenceChange): void {
  const payload = { joins: grouped(joins), leaves: grouped(leaves) }
  const framed = new Map<ProtocolVersion, Buffer>()
  for (const { connection, granted, hearsPresence, topic } of topics.on(topicKey)) {
    if (!hearsPresence || !granted.has('read presence')) continue
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

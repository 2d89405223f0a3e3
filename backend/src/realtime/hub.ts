import type { BackendConfig } from '#backend/config/config.ts'
import type { Log } from '#backend/platform/log.ts'
import type { Tokens } from '#backend/platform/jwt.ts'
import type { SigningKeys } from '#backend/platform/signing-keys.ts'
import type { Broadcast } from './broadcast.ts'
import type { Bus } from './bus.ts'
import type { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Permissions } from './permissions.ts'
import type { PresenceSync } from './presence-sync.ts'
import type { Presences } from './presences.ts'
import type { Rate } from './rate.ts'
import type { StoredMessages } from './stored-messages.ts'
import type { Topics } from './topics.ts'

/** What postgres_changes has to be told of channels. */
export type ChangeSubscribers = {
  /**
   * Seats a channel with subscriptions, before its client is told that it has joined. What it gives
   * is called once the client knows, and says when it is live, or why not. Does not reject.
   */
  join(connection: Connection, channel: Channel): Promise<() => void>
  leave(channel: Channel): void
  /** The socket is closed. */
  drop(connection: Connection): void
}

/** What all sockets of this process share. */
export type Hub = {
  limits: BackendConfig['realtime']
  tokens: Tokens
  keys: SigningKeys
  log: Log
  topics: Topics
  bus: Bus
  permissions: Permissions
  presences: Presences
  presenceSync: PresenceSync
  stored: StoredMessages
  changes: ChangeSubscribers
  /** Broadcasts and joins of all sockets together. */
  rates: { events: Rate; joins: Rate }
  /** Resolves once everything that is said or changed later will be heard. */
  open(): Promise<void>
  /** Nobody listens here any more: feed, and what is known of others, are let go until `open`. */
  rest(closeFeed: () => Promise<void>): Promise<void>
}

/** Hands a broadcast to everybody on its topic, on every process, but for `sender`. */
export function broadcastToAll(hub: Hub, broadcast: Broadcast, sender?: Channel): Promise<void> {
  hub.topics.deliver(broadcast, sender)
  const { head, body } = broadcast.toBus()
  return hub.bus.publish(head, body)
}

import type { BackendConfig } from '#backend/config/config.ts'
import type { Tokens } from '#backend/platform/jwt.ts'
import type { Log } from '#backend/platform/log.ts'
import type { SigningKeys } from '#backend/platform/signing-keys.ts'
import type { Broadcast } from './broadcast.ts'
import type { Bus } from './bus.ts'
import type { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Permissions } from './permissions.ts'
import type { PresenceSync } from './presence-sync.ts'
import type { Presences } from './presences.ts'
import type { StoredMessages } from './stored-messages.ts'
import type { TokenBucket } from './token-bucket.ts'
import type { Topics } from './topics.ts'

export type ChangeSubscribers = {
  /** Subscribes a channel. The caller invokes the returned function after the join reply. */
  join(connection: Connection, channel: Channel): Promise<() => void>
  leave(channel: Channel): void
  drop(connection: Connection): void
}

/** State shared by all sockets of this process. */
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
  /** Rate limits that apply to all sockets of this process together. */
  rates: { events: TokenBucket; joins: TokenBucket }
  /** Resolves once this process will receive all later messages and changes. */
  open(): Promise<void>
  /** Closes the feed and discards remote presences while this process has no clients. */
  suspend(closeFeed: () => Promise<void>): Promise<void>
}

/** Sends a broadcast to all receivers of its topic on every process, except to `sender`. */
export function broadcastToAll(hub: Hub, broadcast: Broadcast, sender?: Channel): Promise<void> {
  hub.topics.deliver(broadcast, sender)
  const { head, body } = broadcast.toBus()
  return hub.bus.publish(head, body)
}

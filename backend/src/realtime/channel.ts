import { randomUUID } from 'node:crypto'
import type { Caller } from '#backend/platform/caller.ts'
import { topicKey, type Broadcast } from './broadcast.ts'
import type { Frame, ProtocolVersion } from './frames.ts'
import type { JoinPayload } from './join-payload.ts'
import type { Granted } from './permissions.ts'
import type { Presence } from './presences.ts'
import type { TokenBucket } from './token-bucket.ts'
import { ChangeBindings } from './changes/change-bindings.ts'

/** Rate limits of one client. */
export type ClientRates = {
  frames: TokenBucket
  events: TokenBucket
  bytes: TokenBucket
  joins: TokenBucket
}

/** The part of a connection that its channels use. */
export type ChannelSocket = {
  readonly version: ProtocolVersion
  readonly isOpen: boolean
  readonly rates: ClientRates
  /** Joined channels by topic. */
  readonly channels: Map<string, Channel>
  /** Writes a complete WebSocket frame, which may be shared with other sockets of the same version. */
  write(framed: Buffer): void
  send(channel: Channel, event: string, payload: unknown): void
  /** Sends a `system` event with the status of one extension. */
  system(channel: Channel, status: 'ok' | 'error', extension: string, message: string): void
  reply(
    frame: Pick<Frame, 'joinRef' | 'ref' | 'topic'>,
    status: 'ok' | 'error',
    response: unknown,
  ): void
  /** Ends a channel on the client: `phx_close` for good, `phx_error` makes the client join again. */
  end(channel: Channel, event: 'phx_close' | 'phx_error'): void
  /** Ends a channel whose access token has expired. */
  expire(channel: Channel): void
}

/** A topic joined on one socket. */
export class Channel {
  readonly connection: ChannelSocket
  /** With the prefix `realtime:`, as on the wire. */
  readonly topic: string
  /** Without the prefix, as in policies. */
  readonly name: string
  readonly isPrivate: boolean
  readonly key: string
  readonly joinRef: string | null
  readonly wantsAck: boolean
  readonly receivesOwn: boolean
  readonly presenceKey: string
  readonly bindings: ChangeBindings
  /** Whether this client receives presence events. */
  receivesPresence: boolean
  /** State that this client tracks; null if none. */
  presence: Presence | null = null
  /** Number of presence calls in the current rate-limit window. */
  presenceCalls = { count: 0, until: 0 }
  caller: Caller
  /** Access token of the last join or refresh, to recognize a new one. */
  token: string | null
  granted: Granted
  /** Broadcasts that arrive while stored messages are being loaded; null otherwise. */
  #queued: Broadcast[] | null = null
  #replayedIds: ReadonlySet<string> = new Set()

  /** Throws an Error if a filter cannot be parsed. */
  constructor(options: {
    connection: ChannelSocket
    topic: string
    joinRef: string | null
    caller: Caller
    granted: Granted
    join: JoinPayload
  }) {
    const { connection, topic, joinRef, caller, granted, join } = options
    const { broadcast, presence, postgres_changes } = join.config
    this.connection = connection
    this.topic = topic
    this.name = topic.slice('realtime:'.length)
    this.isPrivate = join.config.private === true
    this.key = topicKey(this.name, this.isPrivate)
    this.joinRef = joinRef
    this.caller = caller
    this.token = join.access_token ?? null
    this.granted = granted
    this.wantsAck = broadcast.ack === true
    this.receivesOwn = broadcast.self === true
    this.receivesPresence = presence.enabled !== false
    this.presenceKey = presence.key || randomUUID()
    this.bindings = new ChangeBindings(postgres_changes ?? [])
  }

  hasExpired(now: Date): boolean {
    const { exp } = this.caller.claims
    return exp !== undefined && exp * 1000 <= now.getTime()
  }

  /** Sends a broadcast to the client if it may read it and has not received it by replay. */
  receive(broadcast: Broadcast): void {
    if (!this.granted.has('read broadcast')) return
    const { meta } = broadcast.header
    if (meta && this.#replayedIds.has(meta.id)) return
    if (this.#queued) this.#queued.push(broadcast)
    else this.write(broadcast)
  }

  write(broadcast: Broadcast): void {
    const framed = broadcast.framed(this.connection.version)
    if (framed) this.connection.write(framed)
  }

  /** Queues broadcasts until `releaseBroadcasts` is called. */
  holdBroadcasts(): void {
    this.#queued = []
  }

  /**
   * Sends queued broadcasts. Messages with an id in `known` count as replayed and are skipped, now and later.
   */
  releaseBroadcasts(known: ReadonlySet<string> = new Set()): void {
    this.#replayedIds = known
    const queued = this.#queued ?? []
    this.#queued = null
    for (const broadcast of queued) this.receive(broadcast)
  }
}

import { randomUUID } from 'node:crypto'
import type { Caller } from '#backend/platform/caller.ts'
import { topicKey, type Broadcast } from './broadcast.ts'
import type { Frame, ProtocolVersion } from './frames.ts'
import type { JoinPayload } from './join-payload.ts'
import type { Granted } from './permissions.ts'
import type { Presence } from './presences.ts'
import type { TokenBucket } from './token-bucket.ts'
import { ChangeBindings } from './changes/change-bindings.ts'

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
  readonly channels: Map<string, Channel>
  write(framed: Buffer): void
  send(channel: Channel, event: string, payload: unknown): void
  /** Sends a `system` event with the status of one extension. */
  system(channel: Channel, status: 'ok' | 'error', extension: string, message: string): void
  reply(
    frame: Pick<Frame, 'joinRef' | 'ref' | 'topic'>,
    status: 'ok' | 'error',
    response: unknown,
  ): void
  /** Ends a channel on the client; `phx_error` makes the client join again. */
  end(channel: Channel, event: 'phx_close' | 'phx_error'): void
  expire(channel: Channel): void
}

/** A topic joined on one socket. */
export class Channel {
  readonly connection: ChannelSocket
  /** Topic with the prefix `realtime:`, as sent on the wire. */
  readonly topic: string
  /** Topic without the prefix `realtime:`, as policies see it. */
  readonly name: string
  readonly isPrivate: boolean
  readonly key: string
  readonly joinRef: string | null
  readonly wantsAck: boolean
  readonly receivesOwn: boolean
  readonly presenceKey: string
  readonly bindings: ChangeBindings
  receivesPresence: boolean
  /** Presence state that this client tracks; null if the client tracks none. */
  presence: Presence | null = null
  presenceCalls = { count: 0, until: 0 }
  caller: Caller
  /** Access token from the last join or refresh, used to detect a new token. */
  token: string | null
  granted: Granted
  /** Broadcasts queued while stored messages are being loaded for a replay; null at other times. */
  #queued: Broadcast[] | null = null
  #replayedIds: ReadonlySet<string> = new Set()

  /** Parses the join options of a channel. Throws an Error if a filter cannot be parsed. */
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

  /** Sends a broadcast to the client if the client may read it and no replay has delivered it. */
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

  holdBroadcasts(): void {
    this.#queued = []
  }

  /** Sends queued broadcasts, except replayed messages, whose ids are in `known`. */
  releaseBroadcasts(known: ReadonlySet<string> = new Set()): void {
    this.#replayedIds = known
    const queued = this.#queued ?? []
    this.#queued = null
    for (const broadcast of queued) this.receive(broadcast)
  }
}

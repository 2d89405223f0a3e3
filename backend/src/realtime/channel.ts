import { randomUUID } from 'node:crypto'
import type { Caller } from '#backend/platform/caller.ts'
import type { Broadcast } from './broadcast.ts'
import type { Frame, ProtocolVersion } from './frames.ts'
import type { JoinPayload } from './join-payload.ts'
import type { Granted } from './permissions.ts'
import type { Presence } from './presences.ts'
import type { Rate } from './rate.ts'
import { Subscriptions } from './subscriptions.ts'
import { topicKey } from './topic-key.ts'

/** How much one client may send. */
export type ClientRates = { frames: Rate; events: Rate; bytes: Rate; joins: Rate }

/** The socket of a channel, as far as channels need it. */
export type Line = {
  readonly version: ProtocolVersion
  readonly isOpen: boolean
  readonly rates: ClientRates
  /** The joined channels, by topic. */
  readonly channels: Map<string, Channel>
  /** Sends a whole WebSocket message that may go to other sockets of the same version too. */
  write(framed: Buffer): void
  send(channel: Channel, event: string, payload: unknown): void
  /** Says how it stands with one extension of a channel. */
  system(channel: Channel, status: 'ok' | 'error', extension: string, message: string): void
  reply(
    frame: Pick<Frame, 'joinRef' | 'ref' | 'topic'>,
    status: 'ok' | 'error',
    response: unknown,
  ): void
  /** Tells the client that a channel is over: `phx_close` for good, `phx_error` makes it join again. */
  end(channel: Channel, event: 'phx_close' | 'phx_error'): void
  /** Ends a channel whose token has run out. */
  expire(channel: Channel): void
}

/** One joined topic of one socket. */
export class Channel {
  readonly connection: Line
  /** As it travels, with `realtime:` before it. */
  readonly topic: string
  /** As people and policies know it. */
  readonly name: string
  readonly isPrivate: boolean
  readonly key: string
  readonly joinRef: string | null
  readonly wantsAck: boolean
  readonly wantsOwn: boolean
  readonly presenceKey: string
  readonly subscriptions: Subscriptions
  /** Whether this client is told of presences. */
  hearsPresence: boolean
  /** What this client shows of itself. */
  presence: Presence | null = null
  /** How often it has shown something else in this stretch of time. */
  presenceCalls = { count: 0, until: 0 }
  caller: Caller
  /** The token it speaks with, to know a new one from it. */
  token: string | null
  granted: Granted
  /** What comes while missed messages are still looked up. */
  #held: Broadcast[] | null = null
  #known: ReadonlySet<string> = new Set()

  /** Throws an Error for a filter that cannot be parsed. */
  constructor(options: {
    connection: Line
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
    this.wantsOwn = broadcast.self === true
    this.hearsPresence = presence.enabled !== false
    this.presenceKey = presence.key || randomUUID()
    this.subscriptions = new Subscriptions(postgres_changes ?? [])
  }

  /** True once the token this channel was joined with has run out. */
  hasExpired(now: Date): boolean {
    const { exp } = this.caller.claims
    return exp !== undefined && exp * 1000 <= now.getTime()
  }

  /** Sends a broadcast to the client, if it may receive it and has not had it. */
  receive(broadcast: Broadcast): void {
    if (!this.granted.has('read broadcast')) return
    const { meta } = broadcast.facts
    if (meta && this.#known.has(meta.id)) return
    if (this.#held) this.#held.push(broadcast)
    else this.write(broadcast)
  }

  write(broadcast: Broadcast): void {
    const framed = broadcast.framed(this.connection.version)
    if (framed) this.connection.write(framed)
  }

  /** From here on broadcasts wait for `release`. */
  hold(): void {
    this.#held = []
  }

  /** Sends what waited. Messages with `known` ids are of the past, whenever they come. */
  release(known: ReadonlySet<string> = new Set()): void {
    this.#known = known
    const held = this.#held ?? []
    this.#held = null
    for (const broadcast of held) this.receive(broadcast)
  }
}

import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '#backend/platform/caller.ts'
import { topicKey, type Broadcast } from './broadcast.ts'
import { ChangeBindings } from './changes/change-bindings.ts'
import {
  decodeBinaryPush,
  decodeFrame,
  encodeFrame,
  refNumber,
  type BinaryPush,
  type Frame,
  type FrameAddress,
  type ProtocolVersion,
} from './frames.ts'
import type { JoinPayload } from './join-payload.ts'
import { frameMessage, Outbox } from './outbox.ts'
import type { Granted } from './permissions.ts'
import type { Presence } from './presences.ts'
import type { TokenBucket } from './token-bucket.ts'

/**
 * Maximum number of bytes queued for a client. If more bytes are queued, the server disconnects the
 * client.
 */
const maxBacklogBytes = 16 * 1024 * 1024
const idleTimeoutMs = 70_000
/** Time in milliseconds for the client to read the close reason before the socket is destroyed. */
const closeGraceMs = 1_000

type Listener = {
  onFrame(frame: Frame): void
  onPush(push: BinaryPush): void
  onClose(): void
  onExpired(channel: Channel): void
}

export type Handshake = { caller: Caller; version: ProtocolVersion; userAgent: string }
type ClientRates = Record<'frames' | 'events' | 'bytes' | 'joins', TokenBucket>

export class Connection {
  readonly channels = new Map<string, Channel>()
  readonly version: ProtocolVersion
  readonly userAgent: string
  /** Caller identified by the API key in the handshake. */
  readonly caller: Caller
  /** Highest message ref that the client has sent. Refs continue to increase after a reconnect. */
  lastRef = 0
  readonly rates: ClientRates
  readonly #socket: WebSocket
  readonly #outbox: Outbox
  #listener: Listener | null = null
  #lastReceivedAt = Date.now()

  /** @param transport the stream under the WebSocket, to which frames are written directly */
  constructor(options: Handshake & { socket: WebSocket; transport: Duplex; rates: ClientRates }) {
    const { socket, transport } = options
    this.version = options.version
    this.userAgent = options.userAgent
    this.caller = options.caller
    this.rates = options.rates
    this.#socket = socket
    this.#outbox = new Outbox(transport, maxBacklogBytes, () => this.terminate())
    // An `error` event needs no action, because a `close` event always follows.
    socket.on('error', () => {})
  }

  listen(listener: Listener): void {
    this.#listener = listener
    this.#socket.on('message', (data, isBinary) =>
      this.#receive(data as Buffer, isBinary, listener),
    )
    this.#socket.on('close', () => listener.onClose())
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  isIdle(now: number): boolean {
    return now - this.#lastReceivedAt > idleTimeoutMs
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Flushes queued frames and closes the socket with a close code of RFC 6455, section 7.4. */
  close(code: number, reason: string): void {
    this.#outbox.flush()
    this.#socket.close(code, reason)
    setTimeout(() => this.terminate(), closeGraceMs).unref()
  }

  /** Calls `onPong` when the client has read everything that was sent before the ping. */
  ping(onPong: () => void): void {
    this.#outbox.flush()
    this.#socket.once('pong', onPong)
    this.#socket.ping()
  }

  write(framed: Buffer): void {
    if (this.isOpen) this.#outbox.write(framed)
  }

  send(channel: Channel, event: string, payload: unknown): void {
    this.#send({ joinRef: null, ref: null, topic: channel.topic, event, payload })
  }

  /** Sends a `system` event with the status of an extension, such as postgres_changes. */
  system(channel: Channel, status: 'ok' | 'error', extension: string, message: string): void {
    this.send(channel, 'system', { extension, status, message, channel: channel.name })
  }

  reply(frame: FrameAddress, status: 'ok' | 'error', response: unknown): void {
    const { joinRef, ref, topic } = frame
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  expire(channel: Channel): void {
    this.#listener?.onExpired(channel)
  }

  /** Sends an event that ends a channel. After `phx_error`, the client joins again. */
  end(channel: Channel, event: 'phx_close' | 'phx_error'): void {
    const { joinRef, topic } = channel
    this.#send({ joinRef, ref: joinRef, topic, event, payload: {} })
  }

  #receive(data: Buffer, isBinary: boolean, listener: Listener): void {
    this.#lastReceivedAt = Date.now()
    if (!this.rates.frames.consume()) return this.terminate()
    if (isBinary) {
      const push = decodeBinaryPush(data)
      if (!push) return
      this.#trackRef(push.ref)
      return listener.onPush(push)
    }
    const frame = decodeFrame(data.toString())
    if (!frame) return
    this.#trackRef(frame.ref)
    listener.onFrame(frame)
  }

  #trackRef(ref: string | null): void {
    const number = refNumber(ref)
    if (number > this.lastRef) this.lastRef = number
  }

  #send(frame: Frame): void {
    this.write(frameMessage(encodeFrame(this.version, frame)))
  }
}

export class Channel {
  readonly connection: Connection
  /** Topic as sent by the client, with the prefix `realtime:`. */
  readonly topic: string
  /** Topic as seen by policies, without the prefix `realtime:`. */
  readonly name: string
  readonly isPrivate: boolean
  readonly key: string
  readonly joinRef: string | null
  readonly wantsAck: boolean
  readonly receivesOwn: boolean
  readonly presenceKey: string
  readonly bindings: ChangeBindings
  receivesPresence: boolean
  /** Presence state that the client tracks on this channel, or null. */
  presence: Presence | null = null
  presenceCalls = { count: 0, until: 0 }
  caller: Caller
  /** Last access token that the client sent, to detect whether it sends a new token. */
  token: string | null
  granted: Granted
  /** Broadcasts that wait for the join reply and the replay, or null after both were sent. */
  #queued: Broadcast[] | null = null
  #replayedIds: ReadonlySet<string> = new Set()

  constructor(options: {
    connection: Connection
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

  /** Sends a broadcast if the client may read broadcasts and a replay has not already sent it. */
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

  /** Sends queued broadcasts, except the broadcasts with the ids `known`, which a replay sends. */
  releaseBroadcasts(known: ReadonlySet<string> = new Set()): void {
    this.#replayedIds = known
    const queued = this.#queued ?? []
    this.#queued = null
    for (const broadcast of queued) this.receive(broadcast)
  }
}

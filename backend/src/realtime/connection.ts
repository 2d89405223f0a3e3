import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '#backend/platform/caller.ts'
import { decodeBinaryPush, type BinaryPush } from './frames.ts'
import type { Channel, ClientRates, ChannelSocket } from './channel.ts'
import { decodeFrame, encodeFrame, refNumber, type Frame, type ProtocolVersion } from './frames.ts'
import { Outbox } from './outbox.ts'
import { frameText } from './outbox.ts'

/** Limit of unread bytes per client; a client above the limit is disconnected. */
const maxBacklogBytes = 16 * 1024 * 1024
const idleTimeoutMs = 70_000
/** Time in milliseconds for a client to read the close reason before the socket is destroyed. */
const closeGraceMs = 1_000

type Listener = {
  onFrame(frame: Frame): void
  onPush(push: BinaryPush): void
  onClose(): void
  onExpired(channel: Channel): void
}

export class Connection implements ChannelSocket {
  readonly channels = new Map<string, Channel>()
  readonly version: ProtocolVersion
  readonly userAgent: string
  /** Caller identified by the API key of the handshake. */
  readonly caller: Caller
  /** Highest message ref received from the client. Clients continue to count after a reconnect. */
  lastRef = 0
  readonly rates: ClientRates
  readonly #socket: WebSocket
  readonly #outbox: Outbox
  #listener: Listener | null = null
  #lastReceivedAt = Date.now()

  /** @param transport the stream below `socket`; frames are written to it directly */
  constructor(options: {
    socket: WebSocket
    transport: Duplex
    version: ProtocolVersion
    userAgent: string
    caller: Caller
    rates: ClientRates
  }) {
    const { socket, transport } = options
    this.version = options.version
    this.userAgent = options.userAgent
    this.caller = options.caller
    this.rates = options.rates
    this.#socket = socket
    this.#outbox = new Outbox(transport, maxBacklogBytes, () => this.terminate())
    // Ignores the error event of a socket, because a `close` event follows.
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

  /** Calls `onPong` once the client has read everything that was written before the ping. */
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

  system(channel: Channel, status: 'ok' | 'error', extension: string, message: string): void {
    this.send(channel, 'system', { extension, status, message, channel: channel.name })
  }

  reply(
    frame: Pick<Frame, 'joinRef' | 'ref' | 'topic'>,
    status: 'ok' | 'error',
    response: unknown,
  ): void {
    const { joinRef, ref, topic } = frame
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  expire(channel: Channel): void {
    this.#listener?.onExpired(channel)
  }

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
    this.write(frameText(encodeFrame(this.version, frame)))
  }
}

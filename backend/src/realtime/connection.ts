import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '#backend/platform/caller.ts'
import { decodeBinaryPush, type BinaryPush } from './binary-frames.ts'
import type { Channel, ClientRates, Line } from './channel.ts'
import { decodeFrame, encodeFrame, refNumber, type Frame, type ProtocolVersion } from './frames.ts'
import { Outbox } from './outbox.ts'
import { frameText } from './websocket-frame.ts'

/** A client that does not read this much is cut off before it costs memory. */
const backlogLimitBytes = 16 * 1024 * 1024
const silenceMs = 70_000
/** Given to a client to read why it is cut off. */
const farewellMs = 1_000

type Listener = {
  onFrame(frame: Frame): void
  onPush(push: BinaryPush): void
  onClose(): void
  /** The token of a channel was found to have run out. */
  onExpired(channel: Channel): void
}

/** One socket: its frames in and out, and the channels that are joined over it. */
export class Connection implements Line {
  readonly channels = new Map<string, Channel>()
  readonly version: ProtocolVersion
  readonly userAgent: string
  /** Whom the key of the handshake stands for. */
  readonly caller: Caller
  /** The highest number among the refs heard: clients go on counting when they come back. */
  lastRef = 0
  readonly rates: ClientRates
  readonly #socket: WebSocket
  readonly #outbox: Outbox
  #listener: Listener | null = null
  #lastHeardAt = Date.now()

  /** `transport` carries `socket`; whole frames are written to it directly. */
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
    this.#outbox = new Outbox(transport, backlogLimitBytes, () => this.terminate())
    // The close event follows; a reset connection is no news.
    socket.on('error', () => {})
  }

  /** Hands over what comes from now on. */
  listen(listener: Listener): void {
    this.#listener = listener
    this.#socket.on('message', (data, isBinary) => this.#hear(data as Buffer, isBinary, listener))
    this.#socket.on('close', () => listener.onClose())
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  isSilent(now: number): boolean {
    return now - this.#lastHeardAt > silenceMs
  }

  /** Cuts the socket off. */
  terminate(): void {
    this.#socket.terminate()
  }

  /** Sends what waits and closes; code and reason as in RFC 6455. */
  close(code: number, reason: string): void {
    this.#outbox.flush()
    this.#socket.close(code, reason)
    setTimeout(() => this.terminate(), farewellMs).unref()
  }

  /** Calls `onPong` when the client has read everything written so far; never, if it does not. */
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

  #hear(data: Buffer, isBinary: boolean, listener: Listener): void {
    this.#lastHeardAt = Date.now()
    if (!this.rates.frames.allows()) return this.terminate()
    if (isBinary) {
      const push = decodeBinaryPush(data)
      if (!push) return
      this.#count(push.ref)
      return listener.onPush(push)
    }
    const frame = decodeFrame(data.toString())
    if (!frame) return
    this.#count(frame.ref)
    listener.onFrame(frame)
  }

  #count(ref: string | null): void {
    const number = refNumber(ref)
    if (number > this.lastRef) this.lastRef = number
  }

  #send(frame: Frame): void {
    this.write(frameText(encodeFrame(this.version, frame)))
  }
}

import type { WebSocket } from 'ws'
import { callerOfToken, type Caller } from '#backend/platform/caller.ts'
import type { Tokens } from '#backend/platform/jwt.ts'
import { Channel, joinSchema } from './channel.ts'
import { decodeFrame, encodeFrame, type Frame, type ProtocolVersion } from './frames.ts'

const maximumChannels = 100
/** A client that does not read this much is cut off before it costs memory. */
const maximumBacklogBytes = 4 * 1024 * 1024
const silenceMs = 70_000

/** One socket: answers heartbeats, joins and leaves, and carries what its channels receive. */
export class Connection {
  readonly channels = new Map<string, Channel>()
  readonly #socket: WebSocket
  readonly #version: ProtocolVersion
  readonly #tokens: Tokens
  readonly #caller: Caller
  readonly #openFeed: () => Promise<void>
  #lastHeardAt = Date.now()

  constructor(options: {
    socket: WebSocket
    version: ProtocolVersion
    tokens: Tokens
    caller: Caller
    openFeed: () => Promise<void>
  }) {
    this.#socket = options.socket
    this.#version = options.version
    this.#tokens = options.tokens
    this.#caller = options.caller
    this.#openFeed = options.openFeed
    this.#socket.on('message', (data, isBinary) => {
      this.#lastHeardAt = Date.now()
      if (!isBinary) this.#receive((data as Buffer).toString())
    })
    // The close event follows; a reset connection is no news.
    this.#socket.on('error', () => {})
  }

  isSilent(now: number): boolean {
    return now - this.#lastHeardAt > silenceMs
  }

  terminate(): void {
    this.#socket.terminate()
  }

  send(channel: Channel, event: string, payload: unknown): void {
    this.#send({ joinRef: null, ref: null, topic: channel.topic, event, payload })
  }

  /** Makes the client join again, as after changes may have been missed. */
  fail(channel: Channel): void {
    this.channels.delete(channel.topic)
    this.#send({
      joinRef: channel.joinRef,
      ref: channel.joinRef,
      topic: channel.topic,
      event: 'phx_error',
      payload: {},
    })
  }

  expire(channel: Channel): void {
    this.channels.delete(channel.topic)
    this.#system(channel, 'error', 'system', 'Access token has expired')
    this.#send({
      joinRef: channel.joinRef,
      ref: channel.joinRef,
      topic: channel.topic,
      event: 'phx_close',
      payload: {},
    })
  }

  #receive(text: string): void {
    const frame = decodeFrame(text)
    if (!frame) return
    switch (frame.event) {
      case 'heartbeat':
        return this.#reply(frame, 'ok', {})
      case 'phx_join':
        return void this.#join(frame)
      case 'phx_leave':
        this.channels.delete(frame.topic)
        this.#reply(frame, 'ok', {})
        return this.#send({ ...frame, event: 'phx_close', payload: {} })
      case 'access_token':
        return this.#renewToken(frame)
      default:
        return this.#reply(frame, 'error', { reason: `Unsupported event "${frame.event}"` })
    }
  }

  async #join(frame: Frame): Promise<void> {
    const join = joinSchema.safeParse(frame.payload ?? {})
    if (!join.success) return this.#reply(frame, 'error', { reason: 'Invalid join payload' })
    if (!frame.topic.startsWith('realtime:')) {
      return this.#reply(frame, 'error', { reason: 'unmatched topic' })
    }
    if (this.channels.size >= maximumChannels) {
      return this.#reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    }
    let channel: Channel
    try {
      const token = join.data.access_token
      const caller = token ? callerOfToken(token, this.#tokens) : this.#caller
      channel = new Channel(frame.topic, frame.joinRef, caller, join.data)
    } catch (error) {
      return this.#reply(frame, 'error', { reason: (error as Error).message })
    }
    this.channels.set(channel.topic, channel)
    this.#reply(frame, 'ok', { postgres_changes: channel.subscriptions.describe() })
    this.send(channel, 'presence_state', {})
    if (channel.subscriptions.list.length === 0) return
    try {
      await this.#openFeed()
      this.#system(channel, 'ok', 'postgres_changes', 'Subscribed to PostgreSQL')
    } catch {
      this.#system(channel, 'error', 'postgres_changes', 'The database offers no change feed')
    }
  }

  #renewToken(frame: Frame): void {
    const channel = this.channels.get(frame.topic)
    const token = (frame.payload as { access_token?: unknown } | null)?.access_token
    if (!channel || typeof token !== 'string') return
    try {
      channel.caller = callerOfToken(token, this.#tokens)
    } catch {
      this.expire(channel)
    }
  }

  #system(channel: Channel, status: 'ok' | 'error', extension: string, message: string): void {
    const name = channel.topic.replace(/^realtime:/, '')
    this.send(channel, 'system', { extension, status, message, channel: name })
  }

  #reply(frame: Frame, status: 'ok' | 'error', response: unknown): void {
    this.#send({ ...frame, event: 'phx_reply', payload: { status, response } })
  }

  #send(frame: Frame): void {
    if (this.#socket.bufferedAmount > maximumBacklogBytes) return this.terminate()
    this.#socket.send(encodeFrame(this.#version, frame))
  }
}

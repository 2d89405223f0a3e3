import { handleAccessToken } from './tokens.ts'
import { handleBinaryBroadcast, handleTextBroadcast } from './broadcast-event.ts'
import type { Channel, Connection } from './connection.ts'
import type { BinaryPush, Frame, FrameAddress } from './frames.ts'
import type { Hub } from './hub.ts'
import { joinChannel } from './join-channel.ts'
import { leaveChannel, shutDown } from './leave-channel.ts'
import { handlePresence } from './presence-event.ts'
import { RealtimeError } from './realtime-error.ts'

/**
 * Maximum number of frames of a socket that are in progress (joins and token updates) or wait for
 * such a frame. If one more frame must wait, the server closes the socket.
 */
const maxQueuedFrames = 200

export class ConnectionHandler {
  readonly #hub: Hub
  readonly #connection: Connection
  /** Joins and token updates in flight, by topic. Later frames of a topic wait for them. */
  readonly #busy = new Map<string, Promise<void>>()
  #waiting = 0

  constructor(hub: Hub, connection: Connection) {
    this.#hub = hub
    this.#connection = connection
  }

  onFrame(frame: Frame): void {
    if (frame.event === 'heartbeat') return this.#connection.reply(frame, 'ok', {})
    this.#inOrder(frame.topic, () => this.#handle(frame))
  }

  onPush(push: BinaryPush): void {
    this.#inOrder(push.topic, () => {
      const channel = this.#channelOf(push)
      if (channel) handleBinaryBroadcast(this.#hub, channel, push)
    })
  }

  onClose(): void {
    // Saves the subscriptions for a reconnect first, because `leaveChannel` would delete them.
    this.#hub.changes.drop(this.#connection)
    for (const channel of this.#connection.channels.values()) leaveChannel(this.#hub, channel)
  }

  onExpired(channel: Channel): void {
    shutDown(this.#hub, channel, 'Access token has expired')
  }

  #handle(frame: Frame): Promise<void> | void {
    if (frame.event === 'phx_join') return this.#join(frame)
    const channel = this.#channelOf(frame)
    if (!channel) return
    switch (frame.event) {
      case 'phx_leave':
        leaveChannel(this.#hub, channel)
        this.#connection.reply(frame, 'ok', {})
        return this.#connection.end(channel, 'phx_close')
      case 'access_token':
        return handleAccessToken(this.#hub, channel, frame)
      case 'broadcast':
        return handleTextBroadcast(this.#hub, channel, frame)
      case 'presence':
        return handlePresence(this.#hub, channel, frame)
      default:
        this.#connection.reply(frame, 'error', { reason: `Unsupported event "${frame.event}"` })
    }
  }

  async #join(frame: Frame): Promise<void> {
    const connection = this.#connection
    const { rates } = this.#hub
    if (!connection.rates.joins.consume() || !rates.joins.consume()) {
      const reason = 'ClientJoinRateLimitReached: Too many joins per second'
      connection.reply(frame, 'error', { reason })
      return connection.close(1013, 'Too many joins per second')
    }
    try {
      await joinChannel(this.#hub, connection, frame)
    } catch (error) {
      const reason =
        error instanceof RealtimeError
          ? error.reason
          : 'UnableToConnectToProject: Realtime was unable to connect to the project database'
      if (!(error instanceof RealtimeError)) this.#hub.log.error('failed to join a channel', error)
      connection.reply(frame, 'error', { reason })
    }
  }

  /**
   * Returns the channel of a frame, or undefined if the client has not joined the channel. In that
   * case, replies with an error if the frame has a ref.
   */
  #channelOf(frame: FrameAddress): Channel | undefined {
    const channel = this.#connection.channels.get(frame.topic)
    if (channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)) return channel
    if (frame.ref !== null) {
      this.#connection.reply(frame, 'error', { reason: 'unmatched topic' })
    }
    return undefined
  }

  #logErrors(work: () => Promise<void> | void): Promise<void> | void {
    const report = (error: unknown) => this.#hub.log.error('failed to handle a frame', error)
    try {
      return work()?.catch(report)
    } catch (error) {
      report(error)
    }
  }

  #inOrder(topic: string, work: () => Promise<void> | void): void {
    const before = this.#busy.get(topic)
    if (before && this.#waiting >= maxQueuedFrames) return this.#connection.terminate()
    const safely = () => this.#logErrors(work)
    const done = before ? before.then(safely) : safely()
    if (!done) return
    this.#waiting += 1
    const settled = done.then(() => {
      this.#waiting -= 1
      if (this.#busy.get(topic) === settled) this.#busy.delete(topic)
    })
    this.#busy.set(topic, settled)
  }
}

import type { BusMessage } from './bus-message.ts'
import { encodeBinaryBroadcast, encodeEvent, type ProtocolVersion } from './frames.ts'
import { frameMessage } from './outbox.ts'

type BroadcastHeader = {
  /** Topic without the prefix `realtime:`. */
  topic: string
  isPrivate: boolean
  event: string
  isBinary: boolean
  /** Id of a stored message, and whether the message is part of a replay. */
  meta?: { id: string; replayed?: true } | undefined
  /** Additional fields of the message, which only text frames can contain. */
  rest?: Record<string, unknown> | undefined
}

/** A broadcast message whose WebSocket frames are built once and shared by all sockets. */
export class Broadcast {
  readonly header: BroadcastHeader
  /** Payload: JSON text, or bytes if `isBinary`. A missing payload is empty. */
  readonly body: Buffer
  readonly #framed = new Map<ProtocolVersion, Buffer | null>()

  constructor(header: BroadcastHeader, body: Buffer) {
    this.header = header
    this.body = body
  }

  /** Returns the WebSocket frame, or null for a binary message that `version` cannot encode. */
  framed(version: ProtocolVersion): Buffer | null {
    let framed = this.#framed.get(version)
    if (framed === undefined) {
      framed = this.#frame(version)
      this.#framed.set(version, framed)
    }
    return framed
  }

  toBus(): BusMessage {
    const { topic, isPrivate, event, isBinary, meta, rest } = this.header
    return {
      head: { kind: 'broadcast', topic, private: isPrivate, event, binary: isBinary, meta, rest },
      body: this.body,
    }
  }

  static fromBus({ head, body }: BusMessage): Broadcast {
    const header = {
      topic: String(head['topic']),
      isPrivate: head['private'] === true,
      event: String(head['event']),
      isBinary: head['binary'] === true,
      meta: head['meta'] as BroadcastHeader['meta'],
      rest: head['rest'] as BroadcastHeader['rest'],
    }
    return new Broadcast(header, body)
  }

  #frame(version: ProtocolVersion): Buffer | null {
    const { event, isBinary, meta, rest } = this.header
    const topic = `realtime:${this.header.topic}`
    const isPlain = rest === undefined && (isBinary || this.body.length > 0)
    if (version === '2.0.0' && isPlain) {
      const bytes = encodeBinaryBroadcast({ topic, event, meta, isBinary, body: this.body })
      if (bytes) return frameMessage(bytes)
    }
    if (isBinary) return null
    const about = JSON.stringify({ ...rest, type: 'broadcast', event, meta }).slice(0, -1)
    // The payload is already JSON text, so it is inserted without parsing.
    const payload = this.body.length > 0 ? `${about},"payload":${this.body}}` : `${about}}`
    return frameMessage(encodeEvent(version, topic, 'broadcast', payload))
  }
}

/** Map key of a topic. A public and a private channel with the same name have different keys. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}

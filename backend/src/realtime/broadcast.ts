import { encodeBinaryBroadcast } from './binary-frames.ts'
import type { BusMessage } from './bus-message.ts'
import type { ProtocolVersion } from './frames.ts'
import { frameBinary, frameText } from './websocket-frame.ts'

/** What names a broadcast and says where it goes. */
type BroadcastFacts = {
  /** Without `realtime:`. */
  topic: string
  isPrivate: boolean
  event: string
  isBinary: boolean
  /** Of a stored message: its id, and whether it comes again. */
  meta?: { id: string; replayed?: true } | undefined
  /** What a client of version 1.0.0 put beside type, event and payload. */
  rest?: Record<string, unknown> | undefined
}

/** A message for everybody on a topic. Its frames are made once, however many sockets it goes to. */
export class Broadcast {
  readonly facts: BroadcastFacts
  /** JSON as it came, or bytes; empty for a message without payload. */
  readonly body: Buffer
  readonly #framed = new Map<ProtocolVersion, Buffer | null>()

  constructor(facts: BroadcastFacts, body: Buffer) {
    this.facts = facts
    this.body = body
  }

  /** A whole WebSocket message; null when this version cannot say it, as bytes in 1.0.0. */
  framed(version: ProtocolVersion): Buffer | null {
    let framed = this.#framed.get(version)
    if (framed === undefined) {
      framed = this.#frame(version)
      this.#framed.set(version, framed)
    }
    return framed
  }

  toBus(): BusMessage {
    const { topic, isPrivate, event, isBinary, meta, rest } = this.facts
    return {
      head: { kind: 'broadcast', topic, private: isPrivate, event, binary: isBinary, meta, rest },
      body: this.body,
    }
  }

  static fromBus({ head, body }: BusMessage): Broadcast {
    const facts = {
      topic: String(head['topic']),
      isPrivate: head['private'] === true,
      event: String(head['event']),
      isBinary: head['binary'] === true,
      meta: head['meta'] as BroadcastFacts['meta'],
      rest: head['rest'] as BroadcastFacts['rest'],
    }
    return new Broadcast(facts, body)
  }

  #frame(version: ProtocolVersion): Buffer | null {
    const { event, isBinary, meta, rest } = this.facts
    const topic = `realtime:${this.facts.topic}`
    const isPlain = rest === undefined && (isBinary || this.body.length > 0)
    if (version === '2.0.0' && isPlain) {
      const bytes = encodeBinaryBroadcast({ topic, event, meta, isBinary, body: this.body })
      if (bytes) return frameBinary(bytes)
    }
    if (isBinary) return null
    const about = JSON.stringify({ ...rest, type: 'broadcast', event, meta }).slice(0, -1)
    // The payload is put in as it came rather than read and written again.
    const payload = this.body.length > 0 ? `${about},"payload":${this.body}}` : `${about}}`
    const name = JSON.stringify(topic)
    return frameText(
      version === '2.0.0'
        ? `[null,null,${name},"broadcast",${payload}]`
        : `{"topic":${name},"event":"broadcast","payload":${payload},"ref":null,"join_ref":null}`,
    )
  }
}

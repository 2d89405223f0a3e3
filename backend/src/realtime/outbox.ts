import type { Writable } from 'node:stream'

/** Interval in milliseconds between writes to a busy socket. An idle socket writes immediately. */
const flushIntervalMs = 20

/** Maximum total size in bytes of queued frames that are joined into one buffer for one write. */
const maxJoinedBytes = 256 * 1024

/**
 * Queue of frames to write to one socket. The frames bypass the WebSocket library (ws). That is
 * safe because ws writes each of its own frames synchronously, as a whole and uncompressed.
 */
export class Outbox {
  readonly #socket: Writable
  readonly #limitBytes: number
  readonly #onOverflow: () => void
  #frames: Buffer[] = []
  #bytes = 0
  #nextAt = 0

  /**
   * Discards the queue and calls `onOverflow` if `write` is called while the queue and the socket's
   * buffer hold more than `limitBytes`.
   */
  constructor(socket: Writable, limitBytes: number, onOverflow: () => void) {
    this.#socket = socket
    this.#limitBytes = limitBytes
    this.#onOverflow = onOverflow
  }

  /** Queues a complete frame. Other sockets may share the frame, so callers must not modify it. */
  write(frame: Buffer): void {
    if (this.#bytes + this.#socket.writableLength > this.#limitBytes) return this.#overflow()
    if (this.#frames.push(frame) === 1) {
      if (performance.now() < this.#nextAt) flushLater(this)
      else flushSoon(this)
    }
    this.#bytes += frame.length
  }

  flush(): void {
    if (this.#frames.length === 0) return
    const frames = this.#frames
    const bytes = this.#bytes
    this.#frames = []
    this.#bytes = 0
    this.#nextAt = performance.now() + flushIntervalMs
    if (this.#socket.destroyed) return
    if (bytes <= maxJoinedBytes) {
      this.#socket.write(joinFrames(frames))
      return
    }
    this.#socket.cork()
    for (const frame of frames) this.#socket.write(frame)
    this.#socket.uncork()
  }

  #overflow(): void {
    this.#frames = []
    this.#bytes = 0
    this.#onOverflow()
  }
}

/** Returns a function that queues an outbox for the next flush. `schedule` runs the flush later. */
function createFlush(schedule: (run: () => void) => void): (outbox: Outbox) => void {
  let outboxes: Outbox[] = []
  const run = () => {
    const flushed = outboxes
    outboxes = []
    for (const outbox of flushed) outbox.flush()
    lastJoinedFrames = null
  }
  return (outbox) => {
    if (outboxes.push(outbox) === 1) schedule(run)
  }
}

const flushSoon = createFlush((run) => setImmediate(run))
const flushLater = createFlush((run) => setTimeout(run, flushIntervalMs))

let lastJoinedFrames: { frames: Buffer[]; bytes: Buffer } | null = null

/** Joins frames. Caches the result, because most sockets in a flush send the same frames. */
function joinFrames(frames: Buffer[]): Buffer {
  if (frames.length === 1) return frames[0]!
  const last = lastJoinedFrames?.frames
  const isSame =
    last?.length === frames.length && frames.every((frame, index) => frame === last[index])
  if (!isSame) lastJoinedFrames = { frames, bytes: Buffer.concat(frames) }
  return lastJoinedFrames!.bytes
}

/** Encodes an unmasked frame (RFC 6455, section 5.2): text for a string, otherwise binary. */
export function frameMessage(data: string | Buffer): Buffer {
  const opcode = typeof data === 'string' ? 0x81 : 0x82
  const payload = typeof data === 'string' ? Buffer.from(data) : data
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.of(opcode, length), payload])
  if (length < 0x1_0000) {
    return Buffer.concat([Buffer.of(opcode, 126, length >> 8, length & 0xff), payload])
  }
  const head = Buffer.alloc(10)
  head[0] = opcode
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

import type { Writable } from 'node:stream'

/** Interval in milliseconds between writes to a busy socket. Idle sockets write immediately. */
const flushIntervalMs = 20

/** Size in bytes up to which queued frames are copied into one buffer, for a single write. */
const maxJoinedBytes = 256 * 1024

/**
 * Write queue of one socket. Frames bypass the WebSocket library (ws), which is safe because ws
 * writes each of its own frames synchronously and as a whole, without compression.
 */
export class Outbox {
  readonly #socket: Writable
  readonly #limitBytes: number
  readonly #onOverflow: () => void
  #frames: Buffer[] = []
  #bytes = 0
  #nextAt = 0

  /** `onOverflow` is called when the queue exceeds `limitBytes` and is discarded. */
  constructor(socket: Writable, limitBytes: number, onOverflow: () => void) {
    this.#socket = socket
    this.#limitBytes = limitBytes
    this.#onOverflow = onOverflow
  }

  /** Queues a complete frame. Sockets may share the buffer, so it must not be modified. */
  write(frame: Buffer): void {
    if (this.#bytes + this.#socket.writableLength > this.#limitBytes) return this.#overflow()
    if (this.#frames.push(frame) === 1) (performance.now() < this.#nextAt ? late : soon).add(this)
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

/** Outboxes that are flushed together, at the time that `schedule` determines. */
class FlushBatch {
  readonly #schedule: (run: () => void) => void
  #outboxes: Outbox[] = []

  constructor(schedule: (run: () => void) => void) {
    this.#schedule = schedule
  }

  add(outbox: Outbox): void {
    if (this.#outboxes.push(outbox) === 1) this.#schedule(() => this.#run())
  }

  #run(): void {
    const outboxes = this.#outboxes
    this.#outboxes = []
    for (const outbox of outboxes) outbox.flush()
    lastJoinedFrames = null
  }
}

const soon = new FlushBatch((run) => setImmediate(run))
const late = new FlushBatch((run) => setTimeout(run, flushIntervalMs))

let lastJoinedFrames: { frames: Buffer[]; bytes: Buffer } | null = null

/** Joins frames into one buffer, cached because most sockets of a flush send identical frames. */
function joinFrames(frames: Buffer[]): Buffer {
  if (frames.length === 1) return frames[0]!
  const last = lastJoinedFrames?.frames
  const isSame =
    last?.length === frames.length && frames.every((frame, index) => frame === last[index])
  if (!isSame) lastJoinedFrames = { frames, bytes: Buffer.concat(frames) }
  return lastJoinedFrames!.bytes
}

const textOpcode = 0x81
const binaryOpcode = 0x82

export function frameText(text: string): Buffer {
  return frame(textOpcode, Buffer.from(text))
}

export function frameBinary(bytes: Buffer): Buffer {
  return frame(binaryOpcode, bytes)
}

/** Builds one final, unmasked frame (RFC 6455, section 5.2). */
function frame(opcode: number, payload: Buffer): Buffer {
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

import type { Writable } from 'node:stream'

/** Frames wait this long for company while a socket is busy; a quiet socket is written to at once. */
const beatMs = 20

/** Waiting frames of more bytes than this are written without being joined: copying costs more. */
const joinLimitBytes = 256 * 1024

/**
 * What is on its way to one socket: whole WebSocket frames, written together once a beat.
 *
 * Frames are written beside the library that reads the socket (ws). That is safe as it writes its
 * own (pings, the close) whole and at once: compression, which would delay them, is off.
 */
export class Outbox {
  readonly #socket: Writable
  readonly #limitBytes: number
  readonly #onOverflow: () => void
  #frames: Buffer[] = []
  #bytes = 0
  #nextAt = 0

  /** `onOverflow` hears once that the socket does not take what it is sent; nothing is kept then. */
  constructor(socket: Writable, limitBytes: number, onOverflow: () => void) {
    this.#socket = socket
    this.#limitBytes = limitBytes
    this.#onOverflow = onOverflow
  }

  /** Queues a whole frame, which may be shared with other sockets and must not be changed. */
  write(frame: Buffer): void {
    if (this.#bytes + this.#socket.writableLength > this.#limitBytes) return this.#overflow()
    if (this.#frames.push(frame) === 1) (performance.now() < this.#nextAt ? late : soon).add(this)
    this.#bytes += frame.length
  }

  /** Writes what waits. */
  flush(): void {
    if (this.#frames.length === 0) return
    const frames = this.#frames
    const bytes = this.#bytes
    this.#frames = []
    this.#bytes = 0
    this.#nextAt = performance.now() + beatMs
    if (this.#socket.destroyed) return
    if (bytes <= joinLimitBytes) {
      this.#socket.write(joined(frames))
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

/** Outboxes that are written together when `schedule` says so. */
class Round {
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
    lastJoined = null
  }
}

const soon = new Round((run) => setImmediate(run))
const late = new Round((run) => setTimeout(run, beatMs))

let lastJoined: { frames: Buffer[]; bytes: Buffer } | null = null

/** One buffer of all; the sockets of a round mostly wait for the same frames, so it is made once. */
function joined(frames: Buffer[]): Buffer {
  if (frames.length === 1) return frames[0]!
  const last = lastJoined?.frames
  const isSame =
    last?.length === frames.length && frames.every((frame, index) => frame === last[index])
  if (!isSame) lastJoined = { frames, bytes: Buffer.concat(frames) }
  return lastJoined!.bytes
}

import { randomUUID } from 'node:crypto'
import type { OwnerSql } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import {
  decodeBusMessages,
  encodeBusMessage,
  type BusHead,
  type BusMessage,
} from './bus-message.ts'
import { listenTo, type Listening } from './listen-to.ts'
import { NotifyPieces } from './notify-pieces.ts'

/** While the database does not answer, more than this is not kept for it. */
const backlogLimitBytes = 16 * 1024 * 1024

type Listener = {
  /** Hears what others said, in their order. */
  onMessage: (message: BusMessage) => void
  /** What others said may have been missed; they are heard again from now on. */
  onGap: () => void
}

/** The decoded log of the database, as far as the bus needs it. */
type LogFeed = { open(): Promise<void> }

/**
 * How the processes of a deployment speak with one another: through the database they share.
 *
 * What a process says reaches the others in the order it was said, each once; itself it does not
 * hear. Messages of the database (`realtime.send`) reach every process. They travel in the log where
 * it is decoded, by NOTIFY elsewhere (`realtime_internal.publish`).
 */
export class Bus {
  /** What this process is called on the bus. */
  readonly id = randomUUID()
  readonly #sql: OwnerSql
  readonly #feed: LogFeed
  readonly #log: Log
  readonly #listener: Listener
  #batch: { parts: Buffer[]; sent: Promise<void> } | null = null
  #previous: Promise<void> = Promise.resolve()
  #backlogBytes = 0
  #isClosed = false
  #opening: Promise<void> | null = null
  #notified: Listening | null = null

  constructor(options: { sql: OwnerSql; feed: LogFeed; log: Log } & Listener) {
    this.#sql = options.sql
    this.#feed = options.feed
    this.#log = options.log
    this.#listener = options
  }

  /** Resolves once everything said later will be heard. Rejects when the database does not answer. */
  open(): Promise<void> {
    this.#opening ??= this.#open().finally(() => (this.#opening = null))
    return this.#opening
  }

  /**
   * Tells all other processes. Resolves when they will hear of it, rejects when the database refuses.
   * Messages that come while one is under way travel together.
   */
  publish(head: BusHead, body: Buffer = Buffer.alloc(0)): Promise<void> {
    if (this.#backlogBytes > backlogLimitBytes) {
      return Promise.reject(new Error('Too much waits for the database'))
    }
    const bytes = encodeBusMessage({ head: { ...head, from: this.id }, body })
    this.#batch ??= this.#nextBatch()
    this.#batch.parts.push(bytes)
    this.#backlogBytes += bytes.length
    return this.#batch.sent
  }

  /** As `publish`, for what nobody waits for. */
  tell(head: BusHead, body?: Buffer): void {
    if (this.#isClosed) return
    this.publish(head, body).catch((error: unknown) =>
      this.#log.error('other processes could not be told', error),
    )
  }

  /**
   * Hears the content of a message with the prefix `realtime` in the decoded log. Whoever speaks SQL
   * can put one there, and what fails in it must not stop what reads the log: it would come again.
   */
  receive(content: Buffer): void {
    try {
      for (const message of decodeBusMessages(content)) {
        if (message.head.from !== this.id) this.#listener.onMessage(message)
      }
    } catch (error) {
      this.#log.error('a message on the bus could not be read', error)
    }
  }

  /** The decoded log was interrupted for so long that messages may be missing. */
  interrupted(): void {
    this.open().then(this.#listener.onGap, (error: unknown) =>
      this.#log.error('the bus is closed', error),
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#previous
    await this.#notified?.stop()
  }

  async #open(): Promise<void> {
    const [row] = await this.#sql`select realtime_internal.has_logical_decoding() as has_log`
    if (row?.['has_log']) return this.#feed.open()
    this.#notified ??= this.#listen()
    await this.#notified.ready
  }

  #listen(): Listening {
    const pieces = new NotifyPieces((content) => this.receive(content))
    const onPayload = (payload: string) => pieces.add(payload)
    return listenTo(this.#sql, 'realtime_bus', onPayload, this.#listener.onGap)
  }

  /** Waits for the batch before, so that what is said first is heard first. */
  #nextBatch() {
    const parts: Buffer[] = []
    const sent = this.#previous.then(async () => {
      this.#batch = null
      const content = Buffer.concat(parts)
      try {
        // Others read what is on disk, so it has to get there now, also where commits do not wait.
        await this.#sql`
          select set_config('synchronous_commit', 'on', true),
            realtime_internal.publish(${content}::bytea)`
      } finally {
        this.#backlogBytes -= content.length
      }
    })
    this.#previous = sent.catch(() => {})
    return { parts, sent }
  }
}

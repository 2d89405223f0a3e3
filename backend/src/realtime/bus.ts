import { randomUUID } from 'node:crypto'
import type { OwnerSql } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import {
  decodeBusMessages,
  encodeBusMessage,
  NotifyChunks,
  type BusHead,
  type BusMessage,
} from './bus-message.ts'
import { listenTo, type Listening } from './listen-to.ts'

/** Maximum total size in bytes of unsent messages. `publish` rejects above this size. */
const maxBacklogBytes = 16 * 1024 * 1024

type Listener = {
  /** Called in order for each message from another process or from SQL. */
  onMessage: (message: BusMessage) => void
  /** Called when the bus has reconnected and may have missed messages. */
  onGap: () => void
}

type LogFeed = { open(): Promise<void> }

/**
 * Message bus between processes. Each message reaches every other process once and in order:
 * through the WAL if logical decoding is available, otherwise through NOTIFY.
 */
export class Bus {
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

  /**
   * Opens the bus. Resolves once no later message can be missed. Rejects if the database is
   * unavailable.
   */
  open(): Promise<void> {
    this.#opening ??= this.#open().finally(() => (this.#opening = null))
    return this.#opening
  }

  /** Sends a message to all other processes. Resolves when the message is committed. */
  publish(head: BusHead, body: Buffer = Buffer.alloc(0)): Promise<void> {
    if (this.#backlogBytes > maxBacklogBytes) {
      return Promise.reject(new Error('Too many realtime messages wait for the database'))
    }
    const bytes = encodeBusMessage({ head: { ...head, from: this.id }, body })
    this.#batch ??= this.#nextBatch()
    this.#batch.parts.push(bytes)
    this.#backlogBytes += bytes.length
    return this.#batch.sent
  }

  /** Sends a message like `publish`, but logs an error instead of rejecting. */
  send(head: BusHead, body?: Buffer): void {
    if (this.#isClosed) return
    this.publish(head, body).catch((error: unknown) =>
      this.#log.error('failed to send a realtime message to other processes', error),
    )
  }

  /**
   * Handles a message from NOTIFY or the WAL (prefix `realtime`), which any SQL client can write.
   * Logs an error instead of throwing it: an error would restart the feed, which would then read
   * the same message and fail again.
   */
  receive(content: Buffer): void {
    try {
      for (const message of decodeBusMessages(content)) {
        if (message.head.from !== this.id) this.#listener.onMessage(message)
      }
    } catch (error) {
      this.#log.error('failed to read a realtime message of another process', error)
    }
  }

  /** Called after a long interruption of the WAL stream, when messages may have been missed. */
  onLogGap(): void {
    this.open().then(this.#listener.onGap, (error: unknown) =>
      this.#log.error('failed to reconnect to other processes after a gap in the WAL', error),
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
    const chunks = new NotifyChunks((content) => this.receive(content))
    const onPayload = (payload: string) => chunks.add(payload)
    return listenTo(this.#sql, 'realtime_bus', onPayload, this.#listener.onGap)
  }

  /** Creates a batch that is sent after the previous batch, so that messages stay in order. */
  #nextBatch() {
    const parts: Buffer[] = []
    const sent = this.#previous.then(async () => {
      this.#batch = null
      const content = Buffer.concat(parts)
      try {
        // Commits synchronously, because other processes read only flushed WAL.
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

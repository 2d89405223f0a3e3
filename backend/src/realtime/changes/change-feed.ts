import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#backend/platform/log.ts'
import { PgOutputReader, type RowChange } from './pgoutput.ts'
import { ReplicationStream } from './replication-stream.ts'

const firstRetryMs = 250
const lastRetryMs = 30_000
/** Prefix of the message by which a feed sees that it is live. */
const markPrefix = 'hourspace_feed'
/** Changes of one transaction that are told together; a larger one is told in parts. */
const largestBatch = 500

export type FeedListener = {
  /** Changes of one transaction, or a part of them, in the order of the log. */
  onChanges: (changes: RowChange[]) => void
  /** What `pg_logical_emit_message` wrote; in order with the changes. */
  onMessage: (prefix: string, content: Buffer) => void
  /** The feed broke and something may have been missed. */
  onGap: () => void
}

/**
 * What was committed to the tables in the publication `supabase_realtime`, and logical messages, in
 * commit order, by logical decoding over a temporary slot. The slot lasts while the feed is open: a
 * slot that nobody reads would make PostgreSQL keep its log.
 */
export class ChangeFeed {
  readonly #url: string
  readonly #log: Log
  readonly #listener: FeedListener
  #running: Promise<void> | null = null
  #isWanted = false
  #stream: ReplicationStream | null = null
  #ready = Promise.withResolvers<void>()

  constructor(url: string, log: Log, listener: FeedListener) {
    this.#url = url
    this.#log = log
    this.#listener = listener
  }

  /** Resolves once every later commit will be seen. Rejects when the database cannot decode. */
  async open(): Promise<void> {
    this.#isWanted = true
    if (this.#running) return this.#ready.promise
    this.#renewReady()
    this.#running = this.#run().finally(() => {
      this.#running = null
    })
    return this.#ready.promise
  }

  async close(): Promise<void> {
    this.#isWanted = false
    this.#stream?.close()
    await this.#running
  }

  #renewReady(): void {
    this.#ready = Promise.withResolvers()
    // Whoever waits hears of a failure; nobody waiting is no reason to fall over.
    this.#ready.promise.catch(() => {})
  }

  async #run(): Promise<void> {
    let retryMs = firstRetryMs
    while (this.#isWanted) {
      const startedAt = Date.now()
      try {
        await this.#follow()
      } catch (error) {
        this.#ready.reject(error)
        if (!this.#isWanted) return
        this.#log.error('the change feed was interrupted', error)
        this.#listener.onGap()
        this.#renewReady()
        if (Date.now() - startedAt > lastRetryMs) retryMs = firstRetryMs
        await sleep(retryMs)
        retryMs = Math.min(retryMs * 2, lastRetryMs)
      }
    }
  }

  async #follow(): Promise<void> {
    const stream = await ReplicationStream.connect(this.#url)
    this.#stream = stream
    try {
      if (!this.#isWanted) return
      const mark = randomBytes(8).toString('hex')
      const slot = `hourspace_${mark}`
      await stream.query(`select pg_create_logical_replication_slot('${slot}', 'pgoutput', true)`)
      await stream.query(`select pg_logical_emit_message(true, '${markPrefix}', '${mark}')`)
      const onData = this.#readerOf(stream, mark)
      await stream.start(
        slot,
        0n,
        { proto_version: '1', publication_names: 'supabase_realtime', messages: 'true' },
        { onData, onIdle: (position) => stream.confirm(position) },
      )
      await stream.ended
    } finally {
      this.#stream = null
      stream.close()
    }
  }

  #readerOf(stream: ReplicationStream, mark: string): (data: Buffer) => void {
    const reader = new PgOutputReader()
    let changes: RowChange[] = []
    const tell = () => {
      if (changes.length > 0) this.#listener.onChanges(changes)
      changes = []
    }
    return (data) => {
      const event = reader.read(data)
      switch (event?.kind) {
        case 'change':
          changes.push(event.change)
          if (changes.length >= largestBatch) tell()
          return
        case 'commit':
          tell()
          return stream.confirm(event.position)
        case 'message':
          tell()
          if (event.prefix !== markPrefix) {
            this.#listener.onMessage(event.prefix, event.content)
          } else if (event.content.toString() === mark) this.#ready.resolve()
      }
    }
  }
}

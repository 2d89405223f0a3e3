import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#backend/platform/log.ts'
import { writePosition } from './log-position.ts'
import { PgOutputReader, type RowChange } from './pgoutput.ts'
import { ReplicationStream } from './replication-stream.ts'
import { openSlot } from './slots.ts'

const firstRetryMs = 250
const lastRetryMs = 30_000
/** Prefix of the message by which a feed sees that it is live. */
const markPrefix = 'hourspace_feed'
/** Changes of one transaction that are told together; a larger one is told in parts. */
const largestBatch = 500

/** Changes of one transaction, or a part of them. */
export type Batch = {
  changes: RowChange[]
  /** Where their commit stands in the log. */
  commit: bigint
  /**
   * Where they end in the log: whoever has these has all up to here. The first parts of a large
   * transaction count on from what was before it, one by one.
   */
  position: bigint
}

export type FeedListener = {
  onChanges: (batch: Batch) => void
  /** What was committed before the feed was opened, as far back as there is. */
  onPast: (batch: Batch) => void
  /** What `pg_logical_emit_message` wrote; in order with the changes. */
  onMessage: (prefix: string, content: Buffer) => void
  /** The feed is live; `goesOn` where it had been before a break, or else from here. */
  onLive: (goesOn: boolean) => void
  /** The feed broke and something was missed. */
  onGap: () => void
}

/**
 * What was committed to the tables in the publication `supabase_realtime`, and logical messages, in
 * commit order, by logical decoding over a temporary slot. The slot lasts while the feed is open: a
 * slot that nobody reads would make PostgreSQL keep its log. After a break it goes on where it was.
 */
export class ChangeFeed {
  readonly #url: string
  readonly #name: string
  readonly #log: Log
  readonly #listener: FeedListener
  #running: Promise<void> | null = null
  #isWanted = false
  #stream: ReplicationStream | null = null
  #ready = Promise.withResolvers<void>()
  /** Up to where all transactions were told; null before the first opening. */
  #position: bigint | null = null
  /** The last batch that was told; after a break within a transaction its first parts come again. */
  #told = 0n

  /** Slots are called `name` and a few letters of their own. */
  constructor(url: string, name: string, log: Log, listener: FeedListener) {
    this.#url = url
    this.#name = name
    this.#log = log
    this.#listener = listener
  }

  get isOpen(): boolean {
    return this.#stream !== null
  }

  get position(): bigint {
    return this.#position ?? 0n
  }

  /** Resolves once every later commit will be seen. Rejects when the database cannot decode. */
  async open(): Promise<void> {
    while (this.#running && !this.#isWanted) await this.#running
    this.#isWanted = true
    if (this.#running) return this.#ready.promise
    this.#position = null
    this.#told = 0n
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

  /** Stops reading while whoever is told cannot keep up. */
  pause(): void {
    this.#stream?.pause()
  }

  resume(): void {
    this.#stream?.resume()
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
      const mark = randomBytes(4).toString('hex')
      const slot = `${this.#name}_${mark}`
      const start = await openSlot(stream, slot)
      const wanted = this.#position
      const goesOn = wanted !== null && wanted >= start
      if (wanted !== null && !goesOn) {
        const lost = new Error(`from ${writePosition(wanted)} to ${writePosition(start)}`)
        this.#log.error('changes may have been missed', lost)
        this.#listener.onGap()
      }
      await stream.query(`select pg_logical_emit_message(true, '${markPrefix}', '${mark}')`)
      this.#position = goesOn ? wanted : start
      const onData = this.#readerOf(stream, mark, goesOn)
      await stream.start(
        slot,
        this.#position,
        { proto_version: '1', publication_names: 'supabase_realtime', messages: 'true' },
        { onData, onIdle: (position) => stream.confirm(position) },
      )
      await stream.ended
    } finally {
      this.#stream = null
      stream.close()
    }
  }

  #readerOf(stream: ReplicationStream, mark: string, goesOn: boolean): (data: Buffer) => void {
    const reader = new PgOutputReader()
    let changes: RowChange[] = []
    let parts = 0n
    let commit = 0n
    let isPast = !goesOn
    const tell = (position: bigint) => {
      const batch = { changes, commit, position }
      changes = []
      if (batch.changes.length === 0 || position <= this.#told) return
      this.#told = position
      if (isPast) this.#listener.onPast(batch)
      else this.#listener.onChanges(batch)
    }
    return (data) => {
      const event = reader.read(data)
      switch (event?.kind) {
        case 'begin':
          commit = event.commit
          return
        case 'change':
          changes.push(event.change)
          if (changes.length >= largestBatch) tell(this.position + ++parts)
          return
        case 'commit':
          tell(event.position)
          parts = 0n
          this.#position = event.position
          return stream.confirm(event.position)
        case 'message':
          if (!event.isTransactional) this.#position = event.position
          if (event.prefix === markPrefix) {
            if (event.content.toString() !== mark) return
            isPast = false
            this.#listener.onLive(goesOn)
            this.#ready.resolve()
          } else if (!isPast) this.#listener.onMessage(event.prefix, event.content)
      }
    }
  }
}

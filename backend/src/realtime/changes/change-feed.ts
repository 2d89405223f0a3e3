import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#backend/platform/log.ts'
import { formatLsn } from './replication-stream.ts'
import { PgOutputReader, type RowChange } from './pgoutput.ts'
import { ReplicationStream } from './replication-stream.ts'
import { openSlot } from './replication-slots.ts'

const firstRetryMs = 250
const lastRetryMs = 30_000
/** Prefix of the logical message by which the feed detects that it has caught up with the WAL. */
const markPrefix = 'hourspace_feed'
/** Maximum number of changes in a batch. Larger transactions are split into several batches. */
const maxBatchChanges = 500

/** Changes of one transaction, or of a part of a large transaction. */
export type Batch = {
  changes: RowChange[]
  commit: bigint
  /** A client that has received this batch has received all changes up to this WAL position. */
  position: bigint
}

export type FeedListener = {
  onChanges: (batch: Batch) => void
  /** Called for each retained batch of changes that was committed before the feed opened. */
  onPast: (batch: Batch) => void
  /** Called for each logical message (`pg_logical_emit_message`), in order with the changes. */
  onMessage: (prefix: string, content: Buffer) => void
  /** Called when the feed has caught up. `isResumed` is true after a reconnect without a gap. */
  onLive: (isResumed: boolean) => void
  /** Called when the feed was interrupted and may have missed changes. */
  onGap: () => void
}

/**
 * Streams logical messages and the changes of the publication `supabase_realtime` in commit order.
 * The replication slot is temporary, because PostgreSQL would retain WAL for a permanent slot that
 * no process reads.
 */
export class ChangeFeed {
  readonly #url: string
  readonly #name: string
  readonly #log: Log
  readonly #listener: FeedListener
  #running: Promise<void> | null = null
  #isOpenRequested = false
  #stream: ReplicationStream | null = null
  #ready = Promise.withResolvers<void>()
  /** WAL position up to which all transactions were emitted, or null before streaming starts. */
  #position: bigint | null = null
  /** WAL position of the last emitted batch. The feed skips batches that PostgreSQL repeats. */
  #lastEmitted = 0n

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

  /**
   * Resolves when the feed runs and will emit all transactions that commit from then on. Rejects if
   * logical decoding fails.
   */
  async open(): Promise<void> {
    while (this.#running && !this.#isOpenRequested) await this.#running
    this.#isOpenRequested = true
    if (this.#running) return this.#ready.promise
    this.#position = null
    this.#lastEmitted = 0n
    this.#renewReady()
    this.#running = this.#run().finally(() => {
      this.#running = null
    })
    return this.#ready.promise
  }

  async close(): Promise<void> {
    this.#isOpenRequested = false
    this.#stream?.close()
    await this.#running
  }

  pause(): void {
    this.#stream?.pause()
  }

  resume(): void {
    this.#stream?.resume()
  }

  #renewReady(): void {
    this.#ready = Promise.withResolvers()
    // Prevents an unhandled rejection if no caller awaits the opening of the feed.
    this.#ready.promise.catch(() => {})
  }

  async #run(): Promise<void> {
    let retryMs = firstRetryMs
    while (this.#isOpenRequested) {
      const startedAt = Date.now()
      try {
        await this.#follow()
      } catch (error) {
        this.#ready.reject(error)
        if (!this.#isOpenRequested) return
        this.#log.error('the change feed was interrupted; retrying', error)
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
      if (!this.#isOpenRequested) return
      const mark = randomBytes(4).toString('hex')
      const slot = `${this.#name}_${mark}`
      const start = await openSlot(stream, slot)
      const resumeAt = this.#position
      const isResumed = resumeAt !== null && resumeAt >= start
      if (resumeAt !== null && !isResumed) {
        const lost = new Error(`from ${formatLsn(resumeAt)} to ${formatLsn(start)}`)
        this.#log.error('subscribers may have missed changes of a part of the WAL', lost)
        this.#listener.onGap()
      }
      await stream.query(`select pg_logical_emit_message(true, '${markPrefix}', '${mark}')`)
      this.#position = isResumed ? resumeAt : start
      const onData = this.#handleMessages(stream, mark, isResumed)
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

  #handleMessages(
    stream: ReplicationStream,
    mark: string,
    isResumed: boolean,
  ): (data: Buffer) => void {
    const reader = new PgOutputReader()
    let changes: RowChange[] = []
    let parts = 0n
    let commit = 0n
    let isHistory = !isResumed
    const emit = (position: bigint) => {
      const batch = { changes, commit, position }
      changes = []
      if (batch.changes.length === 0 || position <= this.#lastEmitted) return
      this.#lastEmitted = position
      if (isHistory) this.#listener.onPast(batch)
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
          if (changes.length >= maxBatchChanges) emit(this.position + ++parts)
          return
        case 'commit':
          emit(event.position)
          parts = 0n
          this.#position = event.position
          return stream.confirm(event.position)
        case 'message':
          if (!event.isTransactional) this.#position = event.position
          if (event.prefix === markPrefix) {
            if (event.content.toString() !== mark) return
            isHistory = false
            this.#listener.onLive(isResumed)
            this.#ready.resolve()
          } else if (!isHistory) this.#listener.onMessage(event.prefix, event.content)
      }
    }
  }
}

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { Log } from '#backend/platform/log.ts'
import { PgOutputReader, type RowChange } from './pgoutput.ts'

const pollMs = 50
const firstRetryMs = 250
const lastRetryMs = 30_000

type Listener = {
  onChange: (change: RowChange) => Promise<void>
  /** The feed broke and changes may have been missed. */
  onGap: () => void
}

/**
 * Committed changes of the tables in the publication `supabase_realtime`, in commit order, by
 * logical decoding over a temporary slot. It reads only while somebody listens: a slot that nobody
 * reads would make PostgreSQL keep its log for ever.
 */
export class ChangeFeed {
  readonly #url: string
  readonly #log: Log
  readonly #listener: Listener
  #running: Promise<void> | null = null
  #wanted = false

  constructor(url: string, log: Log, listener: Listener) {
    this.#url = url
    this.#log = log
    this.#listener = listener
  }

  /** Resolves once every later commit will be seen. Rejects when the database cannot decode. */
  async open(): Promise<void> {
    this.#wanted = true
    if (this.#running) return this.#ready.promise
    this.#ready = Promise.withResolvers()
    // Whoever waits hears of a failure; nobody waiting is no reason to fall over.
    this.#ready.promise.catch(() => {})
    this.#running = this.#run().finally(() => {
      this.#running = null
    })
    return this.#ready.promise
  }

  async close(): Promise<void> {
    this.#wanted = false
    await this.#running
  }

  #ready = Promise.withResolvers<void>()

  async #run(): Promise<void> {
    let retryMs = firstRetryMs
    while (this.#wanted) {
      const startedAt = Date.now()
      try {
        await this.#follow()
      } catch (error) {
        this.#ready.reject(error)
        if (!this.#wanted) return
        this.#log.error('the change feed was interrupted', error)
        this.#listener.onGap()
        this.#ready = Promise.withResolvers()
        this.#ready.promise.catch(() => {})
        if (Date.now() - startedAt > lastRetryMs) retryMs = firstRetryMs
        await sleep(retryMs)
        retryMs = Math.min(retryMs * 2, lastRetryMs)
      }
    }
  }

  async #follow(): Promise<void> {
    // Temporary slots die with their connection, so all of this stays on one.
    const connection = postgres(this.#url, {
      max: 1,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
    })
    try {
      const slot = `hourspace_${randomBytes(8).toString('hex')}`
      await connection`select pg_create_logical_replication_slot(${slot}, 'pgoutput', true)`
      this.#ready.resolve()
      const reader = new PgOutputReader()
      while (this.#wanted) {
        const rows = await connection<{ data: Buffer }[]>`
          select data from pg_logical_slot_get_binary_changes(
            ${slot}, null, null, 'proto_version', '1', 'publication_names', 'supabase_realtime')`
        for (const { data } of rows) {
          const change = reader.read(data)
          if (change) await this.#listener.onChange(change)
        }
        if (rows.length === 0) await sleep(pollMs)
      }
    } finally {
      await connection.end({ timeout: 1 })
    }
  }
}

import type postgres from 'postgres'
import type { Log } from '#backend/platform/log.ts'
import { loadSchema } from './load-schema.ts'
import type { Schema } from './schema.ts'

/** Least time between two reloads that requests for unknown names cause, in milliseconds. */
const missInterval = 2000

/** Longest a look at the catalogue may take, in milliseconds; every request waits for it. */
const loadLimit = 10_000

/**
 * The schema, read once and kept until PostgreSQL says on channel `pgrst` that it changed. A
 * request that meets an unknown name may ask for a fresh look, at most every two seconds.
 */
export class SchemaCache {
  readonly #owner: postgres.Sql
  readonly #exposed: readonly string[]
  readonly #log: Log
  #current: Promise<Schema> | null = null
  #loadedAt = 0
  #isListening = false

  constructor(owner: postgres.Sql, exposed: readonly string[], log: Log) {
    this.#owner = owner
    this.#exposed = exposed
    this.#log = log
  }

  /** The schema as last read. Rejects when the database cannot be asked. */
  get(): Promise<Schema> {
    this.#listen()
    return this.#current ?? this.reload()
  }

  /** A schema newer than the one a name was missing from; null when that was fresh enough. */
  getNewer(): Promise<Schema> | null {
    return Date.now() - this.#loadedAt < missInterval ? null : this.reload()
  }

  reload(): Promise<Schema> {
    this.#loadedAt = Date.now()
    const loading = inTime(loadSchema(this.#owner, this.#exposed))
    this.#current = loading
    loading.catch((error: unknown) => {
      this.#log.error('the schema could not be read', error)
      if (this.#current === loading) this.#current = null
    })
    return loading
  }

  /** Listens from the first request on; after a lost connection whatever was missed is read. */
  #listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    const refresh = () => void this.reload().catch(() => {})
    this.#owner
      .listen('pgrst', refresh, () => {
        if (this.#current) refresh()
      })
      .catch(() => {
        this.#isListening = false
      })
  }
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`The catalogue was not read within ${loadLimit} ms`)),
    loadLimit,
  )
  try {
    return await Promise.race([loading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

import type { OwnerSql } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import { loadSettings, type RestSettings } from '../rest-settings.ts'
import { timezonesQuery } from './catalog-queries.ts'
import { loadSchema } from './load-schema.ts'
import type { Schema } from './schema.ts'

/** Minimum time in milliseconds between two schema reloads that unknown names cause. */
const missInterval = 2000

/** Timeout in milliseconds for reading the catalog. All requests wait for the first read. */
const loadLimit = 10_000

/** Delay in milliseconds before a failed reload is retried. Doubles up to `lastRetry`. */
const firstRetry = 500
const lastRetry = 32_000

/** Payloads on the notification channel `pgrst` that trigger a schema reload. */
const messages = new Set(['', 'reload schema', 'reload config'])

export type Loaded = { schema: Schema; settings: RestSettings }

/** Caches the schema. Serves the old schema while a notification on `pgrst` reloads it. */
export class SchemaCache {
  readonly #owner: Pick<OwnerSql, 'listen' | 'unsafe'>
  readonly #log: Log
  readonly #readCatalogue: () => Promise<Loaded>
  #current: Loaded | null = null
  #loading: Promise<Loaded> | null = null
  #loadedAt = 0
  /** Whether a notification arrived during a reload and requires another reload. */
  #isOutdated = false
  #isListening = false
  #retryDelay = firstRetry
  #timezones: Promise<ReadonlySet<string>> | null = null

  constructor(
    owner: Pick<OwnerSql, 'listen' | 'unsafe'>,
    log: Log,
    readCatalogue: () => Promise<Loaded>,
  ) {
    this.#owner = owner
    this.#log = log
    this.#readCatalogue = readCatalogue
  }

  /** Returns the cached schema. Without one, reads it first, and rejects if this read fails. */
  async get(): Promise<Loaded> {
    this.#listen()
    return this.#current ?? this.#load()
  }

  /** Reloads the schema. Returns null if the last load started less than two seconds ago. */
  getNewer(): Promise<Loaded> | null {
    return Date.now() - this.#loadedAt < missInterval ? null : this.#load()
  }

  /** Returns PostgreSQL's time zone names. Reads them once, and again only after an error. */
  timezones(): Promise<ReadonlySet<string>> {
    this.#timezones ??= this.#owner
      .unsafe<{ name: string }[]>(timezonesQuery)
      .then((rows) => new Set(rows.map(({ name }) => name)))
    this.#timezones.catch(() => {
      this.#timezones = null
    })
    return this.#timezones
  }

  #refresh(): void {
    if (this.#loading) {
      this.#isOutdated = true
      return
    }
    this.#load().catch(() => {
      setTimeout(() => this.#refresh(), this.#retryDelay).unref()
      this.#retryDelay = Math.min(this.#retryDelay * 2, lastRetry)
    })
  }

  #load(): Promise<Loaded> {
    this.#loading ??= this.#read()
    return this.#loading
  }

  async #read(): Promise<Loaded> {
    this.#loadedAt = Date.now()
    this.#isOutdated = false
    try {
      this.#current = await inTime(this.#readCatalogue())
      this.#retryDelay = firstRetry
      return this.#current
    } catch (error) {
      this.#log.error('failed to read the schema of the data API; a later request retries', error)
      throw error
    } finally {
      this.#loading = null
      if (this.#isOutdated) this.#refresh()
    }
  }

  /** Listens for schema changes. Reloads after a reconnect, because notifications may be lost. */
  #listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    const onMessage = (message: string) => {
      if (messages.has(message)) this.#refresh()
    }
    this.#owner
      .listen('pgrst', onMessage, () => {
        if (this.#current) this.#refresh()
      })
      .catch(() => {})
  }
}

export async function readCatalogue(owner: OwnerSql, started: RestSettings): Promise<Loaded> {
  const settings = await loadSettings(owner, started)
  return { settings, schema: await loadSchema(owner, settings.schemas, settings.extraSearchPath) }
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`PostgreSQL's catalog was not read within ${loadLimit} ms`)),
    loadLimit,
  )
  try {
    return await Promise.race([loading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

import type { OwnerSql } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import { loadSettings, type RestSettings } from '../rest-settings.ts'
import { timezonesQuery } from './catalog-queries.ts'
import { loadSchema } from './load-schema.ts'
import type { Schema } from './schema.ts'

/** Least time between two reloads that requests for unknown names cause, in milliseconds. */
const missInterval = 2000

/** Longest a look at the catalogue may take, in milliseconds; every request waits for the first. */
const loadLimit = 10_000

/** Milliseconds after which a reload that failed is tried again; twice as long each time. */
const firstRetry = 500
const lastRetry = 32_000

/** What PostgreSQL says on channel `pgrst`; others there talk about something else. */
const messages = new Set(['', 'reload schema', 'reload config'])

/** The schema, and the settings it was read with. */
export type Loaded = { schema: Schema; settings: RestSettings }

/**
 * The schema, read once and kept until PostgreSQL says on channel `pgrst` that it changed. The old
 * one serves until the new one is there, and however many ask for a new one, it is read once.
 */
export class SchemaCache {
  readonly #owner: Pick<OwnerSql, 'listen' | 'unsafe'>
  readonly #log: Log
  readonly #readCatalogue: () => Promise<Loaded>
  #current: Loaded | null = null
  #loading: Promise<Loaded> | null = null
  #loadedAt = 0
  /** Whether something changed while the schema was being read. */
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

  /** The schema as last read. Rejects when there is none and the database cannot be asked. */
  async get(): Promise<Loaded> {
    this.#listen()
    return this.#current ?? this.#load()
  }

  /** A schema newer than the one a name was missing from; null when that was fresh enough. */
  getNewer(): Promise<Loaded> | null {
    return Date.now() - this.#loadedAt < missInterval ? null : this.#load()
  }

  /** The time zones PostgreSQL knows, asked once. Rejects when it cannot be asked. */
  timezones(): Promise<ReadonlySet<string>> {
    this.#timezones ??= this.#owner
      .unsafe<{ name: string }[]>(timezonesQuery)
      .then((rows) => new Set(rows.map(({ name }) => name)))
    this.#timezones.catch(() => {
      this.#timezones = null
    })
    return this.#timezones
  }

  /** Reads the schema anew in the background, and goes on trying until it could. */
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
      this.#log.error('the schema could not be read', error)
      throw error
    } finally {
      this.#loading = null
      if (this.#isOutdated) this.#refresh()
    }
  }

  /**
   * Listens from the first request on; after a lost connection whatever was missed is read. The
   * driver goes on trying where it could not at first, and must not be asked again for that.
   */
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

/** Reads settings and schema. Rejects when the database cannot be asked. */
export async function readCatalogue(owner: OwnerSql, started: RestSettings): Promise<Loaded> {
  const settings = await loadSettings(owner, started)
  return { settings, schema: await loadSchema(owner, settings.schemas) }
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

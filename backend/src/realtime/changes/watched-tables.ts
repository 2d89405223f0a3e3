import postgres from 'postgres'
import type { Database } from '#backend/platform/database.ts'
import {
  listenersLock,
  makeNotifier,
  takeTrigger,
  turnsLock,
  unwatchedTables,
  watchedTables,
  watchTable,
} from './trigger-sql.ts'

/** A trigger waits for whoever writes, and everybody who writes later waits for the trigger. */
const lockLimitMs = 5_000

type Unwatched = { name: string; key: string }

/**
 * The triggers on published tables, kept while any process needs them. A process says that it does
 * by a lock that its session here shares, and one at a time makes or takes triggers: PostgreSQL
 * refuses to make the same thing twice at once. Each is a transaction of its own, so that no table
 * waits for another.
 */
export class WatchedTables {
  readonly #url: string
  readonly #database: Database
  #session: postgres.Sql | null = null
  #isNeeded = false
  #work: Promise<void> = Promise.resolve()

  constructor(url: string, database: Database) {
    this.#url = url
    this.#database = database
  }

  /** Sees to it that every published table with a key is watched. Rejects when one cannot be. */
  watch(): Promise<void> {
    return this.#next(() => this.#watch())
  }

  /** This process needs them no more; the last one to say so takes them away. Always resolves. */
  leave(): Promise<void> {
    // What is left over costs writes a little, until somebody is the last again.
    return this.#next(() => this.#leave()).catch(() => {})
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => {})
    return done
  }

  async #watch(): Promise<void> {
    const isComplete = async () => (await this.#unwatched()).length === 0
    if (this.#isNeeded && (await isComplete())) return
    this.#session ??= this.#openSession()
    const session = this.#session
    await this.#inTurn(async () => {
      if (!this.#isNeeded) await session.unsafe(`select pg_advisory_lock_shared(${listenersLock})`)
      this.#isNeeded = true
      const unwatched = await this.#unwatched()
      if (unwatched.length > 0) await session.unsafe(makeNotifier)
      for (const { name, key } of unwatched) await session.unsafe(watchTable(name, key))
    })
  }

  async #leave(): Promise<void> {
    const session = this.#session
    if (!session) return
    this.#session = null
    this.#isNeeded = false
    try {
      await this.#inTurn(async (owner) => {
        await session.unsafe('select pg_advisory_unlock_all()')
        const [row] = await owner.unsafe(
          `select pg_try_advisory_xact_lock(${listenersLock}) as last`,
        )
        if (!row?.['last']) return
        for (const { name } of await session.unsafe(watchedTables))
          await session.unsafe(takeTrigger(String(name)))
      })
    } finally {
      await session.end({ timeout: 1 })
    }
  }

  #unwatched(): Promise<Unwatched[]> {
    return this.#database.owner.unsafe<Unwatched[]>(unwatchedTables)
  }

  async #inTurn(work: (owner: postgres.TransactionSql) => Promise<void>): Promise<void> {
    await this.#database.owner.begin(async (owner) => {
      await owner.unsafe(`select pg_advisory_xact_lock(${turnsLock})`)
      await work(owner)
    })
  }

  #openSession(): postgres.Sql {
    const session = postgres(this.#url, {
      max: 1,
      max_lifetime: null,
      connect_timeout: 10,
      fetch_types: false,
      connection: { lock_timeout: lockLimitMs },
      onnotice: () => {},
      // Its lock is gone with it.
      onclose: () => {
        if (this.#session === session) this.#isNeeded = false
      },
    })
    return session
  }
}

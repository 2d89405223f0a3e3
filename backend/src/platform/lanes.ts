import postgres from 'postgres'

type Lane = {
  sql: postgres.Sql
  /** Told when the connection goes away under the work that has borrowed it. */
  onLoss: (() => void) | null
}

/**
 * Connections lent to one transaction at a time.
 *
 * They stand in for parts of the driver (postgres.js 3.4.9) that do not survive the loss of the
 * database: `begin` writes its rollback to a connection that is gone, which ends the process, and a
 * query caught by the loss may never be answered. Here a loss ends the work at once, and the lane
 * goes on with a driver of its own.
 */
export class Lanes {
  readonly #url: string
  readonly #options: postgres.Options<{}>
  readonly #all: Lane[]
  readonly #free: Lane[]
  readonly #waiting: ((lane: Lane) => void)[] = []

  constructor(url: string, options: postgres.Options<{}>, count: number) {
    this.#url = url
    this.#options = {
      ...options,
      // What was meant for a transaction that is lost must not be written outside of it.
      connection: { ...options.connection, default_transaction_read_only: true },
    }
    this.#all = Array.from({ length: count }, () => this.#renew({ onLoss: null }))
    this.#free = [...this.#all]
  }

  /**
   * Runs `work` between `begin` and `end`; rolls back and throws what it throws. `mode` is what
   * follows `begin` in SQL. Rejects with `code` CONNECTION_CLOSED when the connection is lost.
   */
  transaction<T>(
    work: (sql: postgres.TransactionSql) => T | Promise<T>,
    mode = 'read write',
    end: 'commit' | 'rollback' = 'commit',
  ): Promise<T> {
    return this.#lend(async (sql) => {
      await sql.unsafe(`begin ${mode}`)
      try {
        const result = await work(sql as unknown as postgres.TransactionSql)
        await sql.unsafe(end)
        return result
      } catch (error) {
        // A connection that is gone has rolled back already.
        await sql.unsafe('rollback').catch(() => {})
        throw error
      }
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ sql }) => sql.end({ timeout: 2 })))
  }

  async #lend<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    // The lane used last is the likeliest to be connected.
    const lane =
      this.#free.pop() ?? (await new Promise<Lane>((resolve) => this.#waiting.push(resolve)))
    const { sql } = lane
    const loss = Promise.withResolvers<never>()
    lane.onLoss = () => {
      loss.reject(lostError())
      this.#renew(lane)
      // Whatever the work still sends is refused.
      sql.end({ timeout: 0 }).catch(() => {})
    }
    try {
      return await Promise.race([work(sql), loss.promise])
    } finally {
      lane.onLoss = null
      const next = this.#waiting.shift()
      if (next) next(lane)
      else this.#free.push(lane)
    }
  }

  /** Gives a lane a driver with nothing in flight. */
  #renew(lane: Omit<Lane, 'sql'> & Partial<Lane>): Lane {
    const sql: postgres.Sql = postgres(this.#url, {
      ...this.#options,
      max: 1,
      onclose: () => {
        if (lane.sql === sql) lane.onLoss?.()
      },
    })
    return Object.assign(lane, { sql })
  }
}

function lostError(): Error {
  return Object.assign(new Error('The connection was lost in a transaction'), {
    code: 'CONNECTION_CLOSED',
  })
}

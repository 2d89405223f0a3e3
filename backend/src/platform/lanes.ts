import postgres from 'postgres'

type Lane = {
  sql: postgres.Sql
  /** How often its connection was lost; the driver opens the next one without a word. */
  losses: number
}

/**
 * Connections lent to one piece of work at a time, which may send several statements without
 * waiting between them.
 *
 * They stand in for two parts of the driver (postgres.js 3.4.9): `reserve` never answers when it
 * has to open a connection while `fetch_types` is off, and `begin` writes its rollback to a
 * connection that is gone, which ends the process when the database goes away in a transaction.
 */
export class Lanes {
  readonly #all: Lane[]
  readonly #free: Lane[]
  readonly #waiting: ((lane: Lane) => void)[] = []

  constructor(url: string, options: postgres.Options<{}>, count: number) {
    const connection = {
      ...options.connection,
      // What was meant for a transaction that is lost must not be written outside of it.
      default_transaction_read_only: true,
    }
    this.#all = Array.from({ length: count }, () => {
      const onclose = () => void lane.losses++
      const lane: Lane = {
        sql: postgres(url, { ...options, connection, onclose, max: 1 }),
        losses: 0,
      }
      return lane
    })
    this.#free = [...this.#all]
  }

  /**
   * Runs `work` between `begin` and `end`; rolls back and throws what it throws. `mode` is what
   * follows `begin` in SQL.
   */
  transaction<T>(
    work: (sql: postgres.TransactionSql) => T | Promise<T>,
    mode = 'read write',
    end: 'commit' | 'rollback' = 'commit',
  ): Promise<T> {
    return this.#lend(async (lane) => {
      await lane.sql.unsafe(`begin ${mode}`)
      const { losses } = lane
      try {
        const result = await work(lane.sql as unknown as postgres.TransactionSql)
        if (lane.losses !== losses) throw new Error('The connection was lost in a transaction')
        await lane.sql.unsafe(end)
        return result
      } catch (error) {
        // A connection that is gone has rolled back already.
        await lane.sql.unsafe('rollback').catch(() => {})
        throw error
      }
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ sql }) => sql.end({ timeout: 2 })))
  }

  async #lend<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
    // The lane used last is the likeliest to be connected.
    const lane =
      this.#free.pop() ?? (await new Promise<Lane>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(lane)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(lane)
      else this.#free.push(lane)
    }
  }
}

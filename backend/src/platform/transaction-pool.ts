import postgres from 'postgres'

type Connection = {
  sql: postgres.Sql
  onLoss: (() => void) | null
}

/**
 * A connection pool in which each connection runs one transaction at a time. Unlike `begin` of
 * postgres.js 3.4.9, the pool survives a connection that is lost during a transaction.
 */
export class TransactionPool {
  readonly #url: string
  readonly #options: postgres.Options<{}>
  readonly #connections: Connection[]
  readonly #idle: Connection[]
  readonly #waiting: ((connection: Connection) => void)[] = []

  constructor(url: string, options: postgres.Options<{}>, size: number) {
    this.#url = url
    this.#options = {
      ...options,
      // Sessions are read-only outside transactions. After a lost connection, later writes of the
      // transaction then fail instead of running on a new connection without a transaction.
      connection: { ...options.connection, default_transaction_read_only: true },
    }
    this.#connections = Array.from({ length: size }, () => this.#connect({ onLoss: null }))
    this.#idle = [...this.#connections]
  }

  /** Runs `work` in a transaction. Rejects with `code` CONNECTION_CLOSED on a lost connection. */
  transaction<T>(
    work: (sql: postgres.TransactionSql) => T | Promise<T>,
    end: 'commit' | 'rollback' = 'commit',
  ): Promise<T> {
    return this.#lend(async (sql) => {
      await sql.unsafe('begin read write')
      try {
        const result = await work(sql as unknown as postgres.TransactionSql)
        await sql.unsafe(end)
        return result
      } catch (error) {
        // PostgreSQL itself rolls back the transaction of a lost connection.
        await sql.unsafe('rollback').catch(() => {})
        throw error
      }
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map(({ sql }) => sql.end({ timeout: 2 })))
  }

  async #lend<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    // Uses the last used connection first, because this connection is least likely to have been
    // closed as idle.
    const connection =
      this.#idle.pop() ?? (await new Promise<Connection>((resolve) => this.#waiting.push(resolve)))
    const { sql } = connection
    const loss = Promise.withResolvers<never>()
    connection.onLoss = () => {
      loss.reject(lostError())
      this.#connect(connection)
      // Rejects the queries that `work` sends after the connection was lost.
      sql.end({ timeout: 0 }).catch(() => {})
    }
    try {
      return await Promise.race([work(sql), loss.promise])
    } finally {
      connection.onLoss = null
      const next = this.#waiting.shift()
      if (next) next(connection)
      else this.#idle.push(connection)
    }
  }

  #connect(connection: Omit<Connection, 'sql'> & Partial<Connection>): Connection {
    const sql: postgres.Sql = postgres(this.#url, {
      ...this.#options,
      max: 1,
      onclose: () => {
        if (connection.sql === sql) connection.onLoss?.()
      },
    })
    return Object.assign(connection, { sql })
  }
}

function lostError(): Error {
  return Object.assign(new Error('The connection was lost in a transaction'), {
    code: 'CONNECTION_CLOSED',
  })
}

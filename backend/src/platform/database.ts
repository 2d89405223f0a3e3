import postgres from 'postgres'
import type { Caller } from './caller.ts'
import { quoteIdentifier } from './sql-text.ts'
import { TransactionPool } from './transaction-pool.ts'
import type { WireRow, WireStatement } from './wire/connection.ts'
import { addressOf } from './wire/open-socket.ts'
import { WirePool } from './wire/pool.ts'

/** Interface that runs queries: a postgres.js client, or a transaction of such a client. */
export type Queryable = postgres.ISql

export type OwnerSql = Queryable &
  Pick<postgres.Sql, 'listen'> & {
    /** Runs `work` in one transaction. Rolls back and rethrows when `work` throws. */
    begin<T>(work: (sql: postgres.TransactionSql) => T | Promise<T>): Promise<T>
  }

/** Request data that SQL reads with `current_setting('request.…')`, named as in PostgREST. */
export type RequestSettings = {
  method?: string
  path?: string
  headersJson?: string
  cookiesJson?: string
}

/**
 * Connection pools for API callers. Visitors' data API requests and in-process requests from pages
 * use separate pools, so that slow visitor requests do not delay other requests.
 */
export type CallerPool = 'callers' | 'visitors' | 'pages'

export type BatchOptions = {
  request?: RequestSettings
  /** Connection pool to use. The default is `callers`. */
  pool?: CallerPool
  readOnly?: boolean
  /** Whether the statements may wait for locks. Such statements use separate connections. */
  mayBlock?: boolean
}

/**
 * Access to PostgreSQL, as the caller of a request or as the owner of the database. Caller
 * connections start as the role `authenticator`, which has no privileges. Batches use the wire
 * client (one round trip); other calls use postgres.js.
 */
export class Database {
  readonly owner: OwnerSql
  readonly #ownerClient: postgres.Sql
  readonly #ownerTransactions: TransactionPool
  readonly #ownerBatches: WirePool
  readonly #callerTransactions: TransactionPool
  readonly #callerBatches: Record<CallerPool, WirePool>

  constructor(
    url: string,
    options: {
      poolSize: number
      statementTimeoutMs: number
      visitorStatementTimeoutMs: number
      searchPath: string[]
    },
  ) {
    const { poolSize, statementTimeoutMs, visitorStatementTimeoutMs } = options
    const ownerPoolSize = Math.max(2, poolSize >> 1)
    const clientOptions = {
      onnotice: () => {},
      // Leaves arrays in PostgreSQL's text format, so that postgres.js does not query their types.
      fetch_types: false,
      idle_timeout: 60,
      connect_timeout: 10,
      // Reconnects after 0.5 s. By default, postgres.js waits up to 20 s.
      backoff: () => 0.5,
    }
    const callerSession = {
      role: 'authenticator',
      search_path: options.searchPath.map(quoteIdentifier).join(', '),
      // Stops statements whose filter patterns would take hours to match.
      statement_timeout: statementTimeoutMs,
    }
    const address = addressOf(url)

    this.#ownerClient = postgres(url, { ...clientOptions, max: ownerPoolSize })
    this.#ownerTransactions = new TransactionPool(url, clientOptions, ownerPoolSize)
    // Replaces `begin` of postgres.js, which does not survive lost connections.
    const begin: OwnerSql['begin'] = (work) => this.#ownerTransactions.transaction(work)
    this.owner = Object.assign(this.#ownerClient, { begin })
    this.#ownerBatches = new WirePool(
      address,
      // Uses generic plans, because the owner's statements find their rows through indexes,
      // whatever the values.
      { lock_timeout: '5s', plan_cache_mode: 'force_generic_plan' },
      ownerPoolSize,
    )
    this.#callerTransactions = new TransactionPool(
      url,
      { ...clientOptions, connection: callerSession },
      poolSize,
    )
    const callerPool = (name: string, timeoutMs: number, size: number) =>
      new WirePool(
        address,
        { ...callerSession, statement_timeout: `${timeoutMs}`, application_name: name },
        size,
      )
    this.#callerBatches = {
      callers: callerPool('data', statementTimeoutMs, poolSize),
      visitors: callerPool('visitors', visitorStatementTimeoutMs, poolSize),
      pages: callerPool('pages', statementTimeoutMs, ownerPoolSize),
    }
  }

  /**
   * Runs statements as `caller` in one transaction and one round trip. Rejects with WireError if
   * PostgreSQL returns an error.
   */
  async batchAsCaller(
    caller: Caller,
    statements: readonly WireStatement[],
    options: BatchOptions = {},
  ): Promise<WireRow[][]> {
    const scope = scopeStatement(caller, options.request, options.readOnly)
    const asCaller = statements.map((statement) => ({ ...statement, role: caller.role }))
    const batch = [scope, ...asCaller]
    const pool = this.#callerBatches[options.pool ?? 'callers']
    const [, ...results] = await pool.run(batch, options.mayBlock ?? false)
    return results
  }

  /** Runs `work` as `caller` in one transaction. Rolls back on an error or if `rollback` is set. */
  transactionAsCaller<T>(
    caller: Caller,
    work: (sql: postgres.TransactionSql) => Promise<T>,
    options: { rollback?: boolean } = {},
  ): Promise<T> {
    return this.#callerTransactions.transaction(
      async (sql) => {
        const { text, values } = scopeStatement(caller)
        await sql.unsafe(text, [...values], { prepare: true })
        return work(sql)
      },
      options.rollback ? 'rollback' : 'commit',
    )
  }

  /** Runs one statement as the owner. Fails (55P03) after waiting five seconds for a lock. */
  async queryAsOwner(statement: WireStatement): Promise<WireRow[]> {
    const [rows] = await this.batchAsOwner([statement])
    return rows ?? []
  }

  /** Runs statements as the owner in one transaction, and returns the rows of each statement. */
  batchAsOwner(statements: readonly WireStatement[]): Promise<WireRow[][]> {
    return this.#ownerBatches.run(statements, true)
  }

  async close(): Promise<void> {
    for (const pool of Object.values(this.#callerBatches)) pool.close()
    this.#ownerBatches.close()
    await Promise.all([
      this.#ownerClient.end({ timeout: 2 }),
      this.#ownerTransactions.close(),
      this.#callerTransactions.close(),
    ])
  }
}

/**
 * Builds the statement that sets role, claims and request settings until the end of the
 * transaction.
 */
function scopeStatement(
  caller: Caller,
  request: RequestSettings = {},
  readOnly = false,
): WireStatement {
  return {
    text: readOnly ? readOnlyScope : scope,
    values: [
      caller.role,
      caller.claimsJson,
      request.method ?? '',
      request.path ?? '',
      request.headersJson ?? '{}',
      request.cookiesJson ?? '{}',
    ],
  }
}

/** Accepts only roles granted to `authenticator`: role `none` would restore the owner's role. */
const role = `case when pg_has_role('authenticator', to_regrole(quote_ident($1)), 'member')
  then $1 else 'authenticator' end`

const scope = `select set_config('role', ${role}, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('request.cookies', $6, true)`

const readOnlyScope = `${scope}, set_config('transaction_read_only', 'on', true)`

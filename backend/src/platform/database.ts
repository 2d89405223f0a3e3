import postgres from 'postgres'
import type { Caller } from './caller.ts'
import { Lanes } from './lanes.ts'
import type { WireRow, WireStatement } from './wire/connection.ts'
import type { WireAddress } from './wire/open-socket.ts'
import { WirePool } from './wire/pool.ts'

/** What the request tells the database beside its claims; read by `current_setting('request.…')`. */
export type RequestFacts = { method?: string; path?: string; headersJson?: string }

export type QueryOptions = {
  request?: RequestFacts
  readOnly?: boolean
  /** Undo everything at the end, whatever happened (`Prefer: tx=rollback`). */
  rollback?: boolean
}

export type TextQueryOptions = Pick<QueryOptions, 'request' | 'readOnly'> & {
  /** The statements may wait for locks, so quick ones must not queue behind them. */
  mayBlock?: boolean
}

/**
 * The one way to PostgreSQL.
 *
 * `query` and `transaction` run as a caller: the role and the claims enter through `enterScope`
 * alone, in the same round trip as the query. The pool's connections start as `authenticator`,
 * which may do nothing, so a query outside a scope is refused rather than all-powerful. `owner` is
 * the exception for the backend's own tables (accounts, schema cache); its `begin` runs on lanes,
 * see there.
 */
export class Database {
  readonly owner: postgres.Sql
  readonly #ownerLanes: Lanes
  readonly #lanes: Lanes
  readonly #texts: WirePool

  constructor(
    url: string,
    options: { poolSize: number; statementTimeoutMs: number; searchPath: string[] },
  ) {
    const shared = {
      onnotice: () => {},
      // Text in, text out: values pass through as PostgreSQL writes them.
      fetch_types: false,
      idle_timeout: 60,
      connect_timeout: 10,
    }
    const ownerSize = Math.max(2, options.poolSize >> 1)
    this.owner = postgres(url, { ...shared, max: ownerSize })
    this.#ownerLanes = new Lanes(url, shared, ownerSize)
    this.owner.begin = ((...args: [Work] | [mode: string, Work]) =>
      args.length === 1
        ? this.#ownerLanes.transaction(args[0])
        : this.#ownerLanes.transaction(args[1], args[0])) as postgres.Sql['begin']
    const pooled = {
      ...shared,
      // Arrays of `query` are read as lists.
      fetch_types: true,
      connection: {
        role: 'authenticator',
        search_path: options.searchPath.join(', '),
        // Anybody may ask with a pattern that takes hours; it must not keep a connection that long.
        statement_timeout: options.statementTimeoutMs,
      },
    }
    this.#lanes = new Lanes(url, pooled, options.poolSize)
    const { host, port, path, user, pass, database, ssl } = this.owner.options as ParsedOptions
    this.#texts = new WirePool(
      {
        host: host[0] ?? 'localhost',
        port: port[0] ?? 5432,
        path: path || undefined,
        user,
        password: pass ?? '',
        database,
        ssl,
      },
      {
        ...pooled.connection,
        statement_timeout: String(options.statementTimeoutMs),
        application_name: 'data',
      },
      options.poolSize,
    )
  }

  /** One prepared statement as `caller`, in a transaction of its own, in one round trip. */
  query(
    caller: Caller,
    text: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<postgres.RowList<postgres.Row[]>> {
    return this.#lanes.use(async (connection) => {
      // Sent without waiting for one another: four statements, one round trip. When one fails, the
      // rest fail with it and the closing commit rolls back.
      const settled = await Promise.allSettled([
        connection.unsafe(options.readOnly ? 'begin read only' : 'begin read write', [], {
          prepare: true,
        }),
        enterScope(connection, caller, options.request),
        connection.unsafe(text, values as postgres.ParameterOrJSON<never>[], { prepare: true }),
        connection.unsafe(options.rollback ? 'rollback' : 'commit', [], { prepare: true }),
      ])
      for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
      return (settled[2] as PromiseFulfilledResult<postgres.RowList<postgres.Row[]>>).value
    })
  }

  /**
   * Statements as `caller`, in one transaction and one round trip, at about half the cost of
   * `query`: values go out and come back as PostgreSQL's own text, untouched. Each statement gives
   * its rows. Rejects with WireError.
   */
  async queryTexts(
    caller: Caller,
    statements: readonly WireStatement[],
    options: TextQueryOptions = {},
  ): Promise<WireRow[][]> {
    const scope = scopeStatement(caller, options.request, options.readOnly)
    const [, ...results] = await this.#texts.run([scope, ...statements], options.mayBlock ?? false)
    return results
  }

  /** Several statements as `caller` in one transaction; rolled back when `work` throws. */
  transaction<T>(
    caller: Caller,
    work: (sql: postgres.TransactionSql) => Promise<T>,
    options: QueryOptions = {},
  ): Promise<T> {
    return this.#lanes.transaction(async (sql) => {
      await enterScope(sql, caller, options.request)
      return work(sql)
    })
  }

  async close(): Promise<void> {
    this.#texts.close()
    await Promise.all([
      this.owner.end({ timeout: 2 }),
      this.#ownerLanes.close(),
      this.#lanes.close(),
    ])
  }
}

type Work = (sql: postgres.TransactionSql) => unknown

/** What postgres.js made of the URL. */
type ParsedOptions = {
  host: string[]
  port: number[]
  path: string | false | undefined
  user: string
  pass: string | null
  database: string
  ssl: WireAddress['ssl']
}

/** The scope function: from here to the end of the transaction, SQL runs as the caller. */
function enterScope(
  sql: postgres.Sql | postgres.TransactionSql,
  caller: Caller,
  request?: RequestFacts,
): Promise<unknown> {
  const { text, values } = scopeStatement(caller, request)
  return sql.unsafe(text, [...values], { prepare: true })
}

function scopeStatement(
  caller: Caller,
  request: RequestFacts = {},
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
    ],
  }
}

const scope = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true)`

const readOnlyScope = `${scope}, set_config('transaction_read_only', 'on', true)`

import postgres from 'postgres'
import type { Caller } from './caller.ts'
import { Lanes } from './lanes.ts'
import type { WireRow, WireStatement } from './wire/connection.ts'
import { addressOf } from './wire/database-address.ts'
import { WirePool } from './wire/pool.ts'

/** What the request tells the database beside its claims; read by `current_setting('request.…')`. */
export type RequestFacts = {
  method?: string
  path?: string
  headersJson?: string
  cookiesJson?: string
}

export type TextQueryOptions = {
  request?: RequestFacts
  readOnly?: boolean
  /** The statements may wait for locks, so quick ones must not queue behind them. */
  mayBlock?: boolean
}

/**
 * The one way to PostgreSQL, by three doors.
 *
 * `queryTexts` and `transaction` run as a caller, whose role and claims enter through
 * `scopeStatement` alone. Their connections start as `authenticator`, which may do nothing, so a
 * query outside a scope is refused rather than all-powerful. `owner` is the exception for the
 * backend's own tables (accounts, schema cache); its `begin` runs on lanes, see there, and
 * `queryAsOwner` is its quick way.
 */
export class Database {
  readonly owner: postgres.Sql
  readonly #ownerLanes: Lanes
  readonly #lanes: Lanes
  readonly #texts: WirePool
  readonly #ownerTexts: WirePool

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
    const session = {
      role: 'authenticator',
      search_path: options.searchPath.join(', '),
      // Anybody may ask with a pattern that takes hours; it must not keep a connection that long.
      statement_timeout: options.statementTimeoutMs,
    }
    this.#lanes = new Lanes(url, { ...shared, connection: session }, options.poolSize)
    const address = addressOf(url)
    this.#ownerTexts = new WirePool(
      address,
      // The same few statements again and again, each of them by a key: one plan does for all values.
      { lock_timeout: ownerLockTimeout, plan_cache_mode: 'force_generic_plan' },
      ownerSize,
    )
    this.#texts = new WirePool(
      address,
      {
        ...session,
        statement_timeout: String(options.statementTimeoutMs),
        application_name: 'data',
      },
      options.poolSize,
    )
  }

  /**
   * Statements as `caller`, in one transaction and one round trip: for what is asked often. Values
   * go out and come back as PostgreSQL's own text, untouched. Each statement gives its rows.
   * Rejects with WireError.
   */
  async queryTexts(
    caller: Caller,
    statements: readonly WireStatement[],
    options: TextQueryOptions = {},
  ): Promise<WireRow[][]> {
    const scope = scopeStatement(caller, options.request, options.readOnly)
    const { role } = caller
    const asCaller = statements.map((statement) => ({ ...statement, role }))
    const [, ...results] = await this.#texts.run([scope, ...asCaller], options.mayBlock ?? false)
    return results
  }

  /**
   * One statement as the owner, in one round trip, for what is asked often of the backend's own tables.
   * It waits five seconds for a lock (SQLSTATE 55P03). Rejects with WireError.
   */
  async queryAsOwner(statement: WireStatement): Promise<WireRow[]> {
    const [rows] = await this.batchAsOwner([statement])
    return rows ?? []
  }

  /** Statements in the same way, in one transaction. Each gives its rows. */
  batchAsOwner(statements: readonly WireStatement[]): Promise<WireRow[][]> {
    return this.#ownerTexts.run(statements, true)
  }

  /**
   * Work as `caller` in one transaction, a round trip a step; rolled back when `work` throws, or
   * at the end if nothing of it is to stay. Rejects with PostgresError for what PostgreSQL refused.
   */
  transaction<T>(
    caller: Caller,
    work: (sql: postgres.TransactionSql) => Promise<T>,
    options: { rollback?: boolean } = {},
  ): Promise<T> {
    const enterAndWork = async (sql: postgres.TransactionSql) => {
      const { text, values } = scopeStatement(caller)
      await sql.unsafe(text, [...values], { prepare: true })
      return work(sql)
    }
    return this.#lanes.transaction(
      enterAndWork,
      'read write',
      options.rollback ? 'rollback' : 'commit',
    )
  }

  async close(): Promise<void> {
    this.#texts.close()
    this.#ownerTexts.close()
    await Promise.all([
      this.owner.end({ timeout: 2 }),
      this.#ownerLanes.close(),
      this.#lanes.close(),
    ])
  }
}

const ownerLockTimeout = '5s'

type Work = (sql: postgres.TransactionSql) => unknown

/** From this statement to the end of the transaction, SQL runs as the caller. */
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
      request.cookiesJson ?? '{}',
    ],
  }
}

/** A role that is not for requests (`none` would be the owner) leaves the session's, which may nothing. */
const role = `case when pg_has_role('authenticator', to_regrole(quote_ident($1)), 'member')
  then $1 else 'authenticator' end`

const scope = `select set_config('role', ${role}, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('request.cookies', $6, true)`

const readOnlyScope = `${scope}, set_config('transaction_read_only', 'on', true)`

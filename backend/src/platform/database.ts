import postgres from 'postgres'
import type { Caller } from './caller.ts'
import { Lanes } from './lanes.ts'

/** What the request tells the database beside its claims; read by `current_setting('request.…')`. */
export type RequestFacts = { method?: string; path?: string; headersJson?: string }

export type QueryOptions = {
  request?: RequestFacts
  readOnly?: boolean
  /** Undo everything at the end, whatever happened (`Prefer: tx=rollback`). */
  rollback?: boolean
}

/**
 * The one way to PostgreSQL.
 *
 * `query` and `transaction` run as a caller: the role and the claims enter through `enterScope`
 * alone, in the same round trip as the query. The pool's connections start as `authenticator`,
 * which may do nothing, so a query outside a scope is refused rather than all-powerful. `owner` is
 * the exception for the backend's own tables (accounts, schema cache).
 */
export class Database {
  readonly owner: postgres.Sql
  readonly #pool: postgres.Sql
  readonly #lanes: Lanes
  readonly #texts: Lanes

  constructor(url: string, options: { poolSize: number; searchPath: string[] }) {
    const shared = {
      onnotice: () => {},
      // Text in, text out: values pass through as PostgreSQL writes them.
      fetch_types: false,
      idle_timeout: 60,
      connect_timeout: 10,
    }
    this.owner = postgres(url, { ...shared, max: Math.max(2, options.poolSize >> 1) })
    const pooled = {
      ...shared,
      // Without it a reserved connection that is not open yet never comes (postgres.js 3.4.9).
      fetch_types: true,
      max: options.poolSize,
      connection: { role: 'authenticator', search_path: options.searchPath.join(', ') },
    }
    this.#pool = postgres(url, pooled)
    this.#lanes = new Lanes(url, pooled, options.poolSize)
    this.#texts = new Lanes(url, { ...pooled, types: untouched }, options.poolSize)
  }

  /** One prepared statement as `caller`, in a transaction of its own, in one round trip. */
  async query(
    caller: Caller,
    text: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<postgres.RowList<postgres.Row[]>> {
    const [rows] = await this.#pipeline(this.#lanes, caller, [{ text, values }], options)
    return rows as postgres.RowList<postgres.Row[]>
  }

  /**
   * Prepared statements as `caller`, in one transaction and one round trip; each gives its rows,
   * with values as PostgreSQL writes them: text, or null. Parameters go out as they are.
   */
  queryTexts(
    caller: Caller,
    statements: readonly { text: string; values: readonly (string | null)[] }[],
    options: QueryOptions = {},
  ): Promise<(readonly Record<string, string | null>[])[]> {
    return this.#pipeline(this.#texts, caller, statements, options)
  }

  async #pipeline(
    lanes: Lanes,
    caller: Caller,
    statements: readonly { text: string; values: readonly unknown[] }[],
    options: QueryOptions,
  ): Promise<postgres.RowList<postgres.Row[]>[]> {
    return lanes.use(async (connection) => {
      const send = (text: string, values: readonly unknown[] = []) =>
        connection.unsafe(text, values as postgres.ParameterOrJSON<never>[], { prepare: true })
      // Sent without waiting for one another: one round trip. When one fails, the rest fail with it
      // and the closing commit rolls back.
      const settled = await Promise.allSettled([
        send(options.readOnly ? 'begin read only' : 'begin'),
        enterScope(connection, caller, options.request),
        ...statements.map(({ text, values }) => send(text, values)),
        send(options.rollback ? 'rollback' : 'commit'),
      ])
      for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
      return settled
        .slice(2, -1)
        .map(
          (outcome) => (outcome as PromiseFulfilledResult<postgres.RowList<postgres.Row[]>>).value,
        )
    })
  }

  /** Several statements as `caller` in one transaction; rolled back when `work` throws. */
  async transaction<T>(
    caller: Caller,
    work: (sql: postgres.TransactionSql) => Promise<T>,
    options: QueryOptions = {},
  ): Promise<T> {
    const result = await this.#pool.begin(async (sql) => {
      await enterScope(sql, caller, options.request)
      return { value: await work(sql) }
    })
    return result.value
  }

  async close(): Promise<void> {
    await Promise.all([
      this.owner.end({ timeout: 2 }),
      this.#pool.end({ timeout: 2 }),
      this.#lanes.close(),
      this.#texts.close(),
    ])
  }
}

/** Types whose values the driver would otherwise rewrite: dates to milliseconds, JSON to objects. */
const untouched = Object.fromEntries(
  [16, 17, 20, 114, 1082, 1114, 1184, 3802].map((oid) => [
    oid,
    { to: oid, from: [oid], serialize: (value: unknown) => value, parse: (text: string) => text },
  ]),
)

/** The scope function: from here to the end of the transaction, SQL runs as the caller. */
function enterScope(
  sql: postgres.Sql | postgres.TransactionSql,
  caller: Caller,
  request: RequestFacts = {},
): Promise<unknown> {
  return sql.unsafe(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
       set_config('request.method', $3, true), set_config('request.path', $4, true),
       set_config('request.headers', $5, true)`,
    [
      caller.role,
      caller.claimsJson,
      request.method ?? '',
      request.path ?? '',
      request.headersJson ?? '{}',
    ],
    { prepare: true },
  )
}

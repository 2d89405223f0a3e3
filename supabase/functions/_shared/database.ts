import postgres from 'postgres'
import { env } from './env.ts'
import { failure, FunctionError } from './errors.ts'

const maxConnections = 5
const idleSeconds = 20
/** Delay in seconds before a reconnect. By default, postgres.js waits up to 20 s. */
const reconnectSeconds = 0.5
/** Statement timeout in milliseconds. Equals the data API's default for signed-in users. */
const statementTimeoutMs = 8_000
/**
 * Lock timeout in milliseconds. Requests that wait for a locked row would otherwise use all
 * connections until their statement timeout.
 */
const lockTimeoutMs = 2_000
/**
 * Port of Supavisor's transaction mode. Supavisor does not support prepared statements in this
 * mode.
 */
const transactionPoolerPort = '6543'

/** Connection pools by database URL, because one process may serve several projects. */
const pools = new Map<string, postgres.Sql>()

/**
 * Runs one SQL statement as `service_role`, so the caller must authorize the request first. Throws
 * FunctionError for SQLSTATE `PTnnn` and lock timeouts.
 */
export async function query<Row extends object>(
  text: TemplateStringsArray,
  ...values: readonly unknown[]
): Promise<Row[]> {
  try {
    return await pool()<Row[]>(text, ...(values as never[]))
  } catch (cause) {
    throw asFunctionError(cause)
  }
}

/** Runs a statement and returns the only column of its only row. */
export async function queryValue<Value>(
  text: TemplateStringsArray,
  ...values: readonly unknown[]
): Promise<Value> {
  const [row] = await query<Record<string, Value>>(text, ...values)
  return Object.values(row ?? {})[0] as Value
}

function pool(): postgres.Sql {
  const url = env('SUPABASE_DB_URL')
  const existing = pools.get(url)
  if (existing) return existing
  const created = postgres(url, {
    max: maxConnections,
    idle_timeout: idleSeconds,
    connect_timeout: 10,
    backoff: () => reconnectSeconds,
    prepare: new URL(url).port !== transactionPoolerPort,
    onnotice: () => {},
    // Parses bigint and numeric as JavaScript numbers. All amounts are far below 2^53 minor units.
    types: { number: { to: 20, from: [20, 1700], parse: Number, serialize: String } },
    connection: {
      application_name: 'functions',
      role: 'service_role',
      search_path: 'public, extensions',
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
    },
  }) as postgres.Sql
  pools.set(url, created)
  // The edge runtime sends beforeunload before it stops a worker.
  // https://supabase.com/docs/guides/functions/background-tasks
  addEventListener('beforeunload', () => {
    pools.delete(url)
    return created.end({ timeout: 5 })
  })
  return created
}

/**
 * Converts a PostgreSQL error with SQLSTATE `PTnnn` and a `detail`, or a lock timeout (55P03), to a
 * FunctionError. Returns other errors unchanged. `nnn` is the HTTP status, as in PostgREST.
 * `detail` is the error code.
 */
function asFunctionError(cause: unknown): unknown {
  if (!(cause instanceof postgres.PostgresError)) return cause
  if (cause.code === '55P03') return failure('busy')
  const status = /^PT(\d{3})$/.exec(cause.code)?.[1]
  if (!status || !cause.detail) return cause
  const facts = cause.hint ? { bookingId: cause.hint } : {}
  return new FunctionError(cause.detail, Number(status), cause.message, facts)
}

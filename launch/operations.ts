import { proxy } from 'hono/proxy'
import postgres from 'postgres'
import { openBackupStore } from './backup/store.ts'
import type { ServerConfig } from './config.ts'
import { s3Settings } from './environment/storage.ts'
import { startServer } from './http/server.ts'
import { pendingMigrations } from './migrate.ts'
import type { Handler } from './monitoring.ts'

/** Delay of a job in seconds that `/readyz` tolerates. */
const maxJobDelaySeconds = 120

/** Paths for load balancers and monitoring: `/readyz`, and `/metrics` if METRICS_TOKEN is set. */
type Operations = { handlers: ReadonlyMap<string, Handler>; close(): Promise<void> }

export async function openOperations(config: ServerConfig): Promise<Operations> {
  const { keys, environment, metricsUrl } = config
  const readiness = openReadiness(keys.databaseUrl, environment.SUPABASE_DIR)
  const handlers = new Map([['/readyz', readiness.fetch]])
  if (!environment.METRICS_TOKEN) return { handlers, close: readiness.close }
  if (metricsUrl) {
    const { startProcessMetrics } = await import('./metrics.ts')
    startProcessMetrics()
    handlers.set('/metrics', (request) => proxy(`${metricsUrl}/metrics`, { raw: request }))
    return { handlers, close: readiness.close }
  }
  const metrics = await metricsOf(config, environment.METRICS_TOKEN, false)
  handlers.set('/metrics', metrics.fetch)
  const close = async () => void (await Promise.all([readiness.close(), metrics.close()]))
  return { handlers, close }
}

/** Serves the summed metrics of all workers on a local port, to which workers proxy `/metrics`. */
export async function serveWorkerMetrics(
  config: ServerConfig,
): Promise<{ url: string; close(): Promise<void> } | null> {
  const token = config.environment.METRICS_TOKEN
  if (!token) return null
  const metrics = await metricsOf(config, token, true)
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    fetch: metrics.fetch,
    upgrade: (_request, socket) => socket.destroy(),
  })
  const close = async () => void (await Promise.all([server.close(), metrics.close()]))
  return { url: `http://127.0.0.1:${server.port}`, close }
}

async function metricsOf({ keys, environment }: ServerConfig, token: string, hasWorkers: boolean) {
  const { openMetrics, startProcessMetrics } = await import('./metrics.ts')
  if (!hasWorkers) startProcessMetrics()
  const { BACKUP_DIR, DATABASE_URL, HOURSPACE_DATA_DIR: dataDir } = environment
  const hasBackups = BACKUP_DIR !== undefined && !DATABASE_URL
  const backups = hasBackups ? await openBackupStore(BACKUP_DIR, s3Settings(environment)) : null
  return openMetrics({ databaseUrl: keys.databaseUrl, dataDir, token, hasWorkers, backups })
}

/** Serves `/readyz`: 200, or 503 with the reasons why the database or its jobs are not ready. */
function openReadiness(databaseUrl: string, supabaseDir: string | null) {
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 60,
    connect_timeout: 5,
    onnotice: () => {},
  })
  const problems = async (): Promise<string[]> => {
    try {
      const pending = await pendingMigrations(sql, supabaseDir)
      const late = await sql<{ name: string }[]>`
        select name from hourspace_backend.jobs
        where clock_timestamp() > make_interval(secs => every_seconds + ${maxJobDelaySeconds})
            + greatest(started_at, retry_at, claimed_until)
        order by name`
      return [
        ...pending.map((label) => `the migration ${label} is missing`),
        ...late.map(({ name }) => `the job "${name}" does not run`),
      ]
    } catch {
      return ['the database does not answer']
    }
  }
  const fetch: Handler = async () => {
    const reasons = await problems()
    return Response.json(
      { status: reasons.length === 0 ? 'ready' : 'not ready', reasons },
      { status: reasons.length === 0 ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
    )
  }
  return { fetch, close: () => sql.end({ timeout: 1 }) }
}

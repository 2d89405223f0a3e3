import { proxy } from 'hono/proxy'
import { openBackupStore } from './backup/store.ts'
import type { ServerConfig } from './config.ts'
import { s3Settings } from './environment/storage.ts'
import { startServer } from './http/server.ts'
import type { Handler } from './monitoring.ts'
import { openReadiness } from './readiness.ts'

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
  const { BACKUP_DIR, DATABASE_URL } = environment
  const hasBackups = BACKUP_DIR !== undefined && !DATABASE_URL
  const backups = hasBackups ? await openBackupStore(BACKUP_DIR, s3Settings(environment)) : null
  return openMetrics({ databaseUrl: keys.databaseUrl, token, hasWorkers, backups })
}

import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import postgres, { type Sql } from 'postgres'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { newestBackupAt } from './backup/manifest.ts'
import type { BackupStore } from './backup/store.ts'
import type { Handler } from './monitoring.ts'

const processMetrics = new Registry()

/** Sums the metrics of all workers in the primary, which requests them from the workers. */
const workerMetrics = new AggregatorRegistry()

export const requestSeconds = new Histogram({
  name: 'hourspace_request_seconds',
  help: 'Time to the response of HTTP requests',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [processMetrics],
})

export const realtimeSockets = new Gauge({
  name: 'hourspace_realtime_sockets',
  help: 'Open WebSockets',
  registers: [processMetrics],
})

export function startProcessMetrics(): void {
  collectDefaultMetrics({ register: processMetrics, prefix: 'hourspace_' })
  AggregatorRegistry.setRegistries([processMetrics])
}

type Row = { metric: string; label: string; value: number }

function format(rows: readonly Row[]): Promise<string> {
  const registry = new Registry()
  const names = new Set(rows.map(({ metric }) => metric))
  for (const metric of names) {
    const gauge = new Gauge({
      name: `hourspace_${metric}`,
      help: `Described in docs/operating.md`,
      labelNames: ['label'],
      registers: [registry],
    })
    for (const { label, value } of rows.filter((row) => row.metric === metric))
      gauge.set(label ? { label } : {}, value)
  }
  return registry.metrics()
}

const backupIntervalMs = 5 * 60_000

/**
 * Returns a function that reads the age of the newest complete backup in seconds; infinite if there
 * is none. Lists the backups only every 5 minutes, because S3 charges for listings.
 */
export function backupMetrics(store: BackupStore): () => Promise<Row[]> {
  let newest: Date | null | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (Date.now() - readAt > backupIntervalMs) {
      readAt = Date.now()
      newest = await newestBackupAt(store).catch(() => newest)
    }
    if (newest === undefined) return []
    const value = newest ? (Date.now() - newest.getTime()) / 1000 : Number.POSITIVE_INFINITY
    return [{ metric: 'backup_age_seconds', label: '', value }]
  }
}

/** Free space of the disk with the data folder. */
async function diskMetrics(dataDir: string): Promise<Row[]> {
  const { bavail, bsize } = await statfs(dataDir)
  return [{ metric: 'disk_free_bytes', label: '', value: bavail * bsize }]
}

/** Metrics from the database, which are the same for all processes. */
async function databaseMetrics(sql: Sql): Promise<Row[]> {
  const [has] = await sql<{ marketplace: boolean }[]>`
    select to_regprocedure('public.platform_metrics()') is not null as marketplace`
  const marketplace = has?.marketplace
    ? await sql<Row[]>`select * from public.platform_metrics()`
    : []
  const server = await sql<Row[]>`
    select 'job_failures' as metric, name as label, failures::float8 as value
    from hourspace_backend.jobs
    union all
    select 'job_age_seconds', name,
      coalesce(extract(epoch from clock_timestamp() - started_at), 0)
    from hourspace_backend.jobs
    union all
    select 'database_connections', coalesce(nullif(state, ''), 'other'), count(*)
    from pg_stat_activity where datname = current_database() group by 2
    union all
    select 'database_connections_max', '', current_setting('max_connections')::float8
    union all
    select 'realtime_lag_bytes', '', coalesce(max(
      pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)), 0)::float8
    from pg_replication_slots where database = current_database() and active
    union all
    select 'archive_failing_seconds', '', coalesce((
      select extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))
      from pg_stat_archiver
      where last_failed_time > coalesce(last_archived_time, '-infinity')), 0)::float8`
  return [...marketplace, ...server]
}

type MetricsOptions = {
  databaseUrl: string
  dataDir: string
  token: string
  /** Whether to sum the metrics of all workers. */
  hasWorkers: boolean
  backups: BackupStore | null
}

export function openMetrics({ databaseUrl, dataDir, token, hasWorkers, backups }: MetricsOptions): {
  fetch: Handler
  close(): Promise<void>
} {
  const sql = postgres(databaseUrl, { max: 1, idle_timeout: 60, onnotice: () => {} })
  const readBackups = backups ? backupMetrics(backups) : async () => []
  return {
    fetch: async (request) => {
      if (!hasToken(request, token)) return new Response('Not authorized\n', { status: 401 })
      const parts = await Promise.all([
        hasWorkers ? workerMetrics.clusterMetrics() : processMetrics.metrics(),
        Promise.all([databaseMetrics(sql), diskMetrics(dataDir), readBackups()]).then((rows) =>
          format(rows.flat()),
        ),
      ])
      return new Response(parts.join('\n'), {
        headers: { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' },
      })
    },
    close: () => sql.end({ timeout: 1 }),
  }
}

function hasToken(request: Request, token: string): boolean {
  const sent = Buffer.from(request.headers.get('authorization') ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

import { randomUUID } from 'node:crypto'
import type { Queryable } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'

/** Lease duration in seconds, after which the job of a crashed process can run again. */
const leaseSeconds = 10
const renewalMs = 3_000
/** Seconds before the first retry of a failed job. Each further failure doubles this backoff. */
const firstBackoffSeconds = 5
/** Maximum backoff in seconds, unless the job's interval is longer. */
const maxBackoffSeconds = 300

type Claim = { state: 'claimed'; lease: Lease } | { state: 'running' } | { state: 'recent' }

type ClaimRow = { started_at: string | null; is_recent: boolean | null }

type ClaimOptions = {
  everySeconds: number
  quietSeconds: number
  /** Whether the run may start although earlier runs failed and their backoff has not ended. */
  ignoresBackoff: boolean
}

/**
 * Claims a job unless it is running, its last run started less than `quietSeconds` ago, or a
 * backoff delays it. The claim is a row rather than a lock, so no transaction stays open while the
 * job runs.
 */
export async function claimJob(
  sql: Queryable,
  log: Log,
  name: string,
  { everySeconds, quietSeconds, ignoresBackoff }: ClaimOptions,
): Promise<Claim> {
  const holder = randomUUID()
  const [row] = await sql<ClaimRow[]>`
    with claimed as (
      insert into hourspace_backend.jobs as job (name, every_seconds, claimed_by, claimed_until)
      values (${name}, ${everySeconds}, ${holder},
        clock_timestamp() + make_interval(secs => ${leaseSeconds}))
      on conflict (name) do update
        set every_seconds = excluded.every_seconds, claimed_by = excluded.claimed_by,
          claimed_until = excluded.claimed_until
        where (job.claimed_until is null or job.claimed_until < clock_timestamp())
          and (job.started_at is null
            or job.started_at <= clock_timestamp() - make_interval(secs => ${quietSeconds}))
          and (${ignoresBackoff} or job.retry_at is null or job.retry_at <= clock_timestamp())
      returning clock_timestamp()::text as started_at
    )
    select (select started_at from claimed), (
      select coalesce(started_at > clock_timestamp() - make_interval(secs => ${quietSeconds}), false)
        or not ${ignoresBackoff} and coalesce(retry_at > clock_timestamp(), false)
      from hourspace_backend.jobs where name = ${name}
    ) as is_recent`
  if (row?.started_at) {
    const lease = hold(sql, log, { name, holder, startedAt: row.started_at, everySeconds })
    return { state: 'claimed', lease }
  }
  return { state: row?.is_recent ? 'recent' : 'running' }
}

type Lease = {
  /** Releases the lease. Returns the seconds until the retry if the run failed, otherwise null. */
  finish(error: string | null): Promise<number | null>
}

function hold(
  sql: Queryable,
  log: Log,
  {
    name,
    holder,
    startedAt,
    everySeconds,
  }: { name: string; holder: string; startedAt: string; everySeconds: number },
): Lease {
  const renew = async () => {
    await sql`
      update hourspace_backend.jobs
      set claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where name = ${name} and claimed_by = ${holder}`
  }
  const renewal = setInterval(() => {
    renew().catch((error: unknown) =>
      log.error(`failed to renew the lease of job ${name}; another process may start it`, error),
    )
  }, renewalMs).unref()
  return {
    finish: async (error) => {
      clearInterval(renewal)
      const isFailed = error !== null
      const maxSeconds = Math.max(everySeconds, maxBackoffSeconds)
      const [row] = await sql<{ backoff: number | null }[]>`
        update hourspace_backend.jobs
        set started_at = ${startedAt}, finished_at = clock_timestamp(), error = ${error},
          claimed_by = null, claimed_until = null,
          failures = case when ${isFailed} then failures + 1 else 0 end,
          failing_since = case when ${isFailed} then coalesce(failing_since, clock_timestamp()) end,
          retry_at = case when ${isFailed} then clock_timestamp() + make_interval(
            secs => least(${firstBackoffSeconds} * 2 ^ least(failures, 20), ${maxSeconds})) end
        where name = ${name} and claimed_by = ${holder}
        returning extract(epoch from retry_at - clock_timestamp())::float8 as backoff`
      return row?.backoff ?? null
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { Queryable } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'

/** Lease duration in seconds, after which the job of a crashed process can run again. */
const leaseSeconds = 10
const renewalMs = 3_000

type Claim = { state: 'claimed'; lease: Lease } | { state: 'running' } | { state: 'recent' }

type ClaimRow = { started_at: string | null; is_recent: boolean | null }

/**
 * Claims a job unless a run is in flight or started less than `quietSeconds` ago. The claim is a
 * row rather than a lock, so no transaction stays open while the job runs.
 */
export async function claimJob(
  sql: Queryable,
  log: Log,
  name: string,
  quietSeconds: number,
): Promise<Claim> {
  const holder = randomUUID()
  const [row] = await sql<ClaimRow[]>`
    with claimed as (
      insert into hourspace_backend.jobs as job (name, claimed_by, claimed_until)
      values (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
      on conflict (name) do update
        set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
        where (job.claimed_until is null or job.claimed_until < clock_timestamp())
          and (job.started_at is null
            or job.started_at <= clock_timestamp() - make_interval(secs => ${quietSeconds}))
      returning clock_timestamp()::text as started_at
    )
    select (select started_at from claimed), (
      select started_at > clock_timestamp() - make_interval(secs => ${quietSeconds})
      from hourspace_backend.jobs where name = ${name}
    ) as is_recent`
  if (row?.started_at) {
    const lease = hold(sql, log, { name, holder, startedAt: row.started_at })
    return { state: 'claimed', lease }
  }
  return { state: row?.is_recent ? 'recent' : 'running' }
}

type Lease = {
  /** Releases the lease. `error` is the message of a failed run, or null after success. */
  finish(error: string | null): Promise<void>
}

function hold(
  sql: Queryable,
  log: Log,
  { name, holder, startedAt }: { name: string; holder: string; startedAt: string },
): Lease {
  const renew = async () => {
    await sql`
      update hourspace_backend.jobs
      set claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where name = ${name} and claimed_by = ${holder}`
  }
  const renewal = setInterval(() => {
    renew().catch((error: unknown) => log.error(`the lease of job ${name} was not renewed`, error))
  }, renewalMs).unref()
  return {
    finish: async (error) => {
      clearInterval(renewal)
      await sql`
        update hourspace_backend.jobs
        set started_at = ${startedAt}, finished_at = clock_timestamp(), error = ${error},
          claimed_by = null, claimed_until = null
        where name = ${name} and claimed_by = ${holder}`
    },
  }
}

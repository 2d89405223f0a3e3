import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Context } from '#backend/context.ts'
import { claimJob } from './lease.ts'

const jobsSchema = z.array(
  z.object({
    name: z.string().min(1),
    function: z.string().min(1),
    everySeconds: z.number().positive(),
    /** PostgreSQL NOTIFY channel that triggers an immediate run. */
    wakeOn: z.string().min(1).optional(),
  }),
)

type InternalJob = { name: string; everySeconds: number; work(): Promise<void> }

type Job = InternalJob & { wakeOn?: string | undefined }

type Jobs = {
  /**
   * Runs each job once at the start, because a crash may have left unfinished work. Then runs each
   * job at its interval.
   */
  start(): void
  runAll(): Promise<void>
  close(): Promise<void>
}

const closeTimeoutMs = 5_000
/** Milliseconds between attempts to claim a job that another process is running. */
const leasePollMs = 100

/**
 * The timer of a job skips a run if the last run started less than this fraction of the interval
 * ago.
 */
const skipShare = 0.9

/**
 * Calls the functions of `jobs.json` as the service role, and runs `internalJobs`. Only one of the
 * processes that share the database runs a given job at a time. A run may be interrupted anywhere,
 * so jobs must be idempotent.
 */
export function createJobs(
  context: Context,
  fetch: (request: Request) => Promise<Response>,
  internalJobs: readonly InternalJob[] = [],
): Jobs {
  const { config, database, log } = context
  const jobs: Job[] = readJobs(config.supabaseDir).map(({ function: name, ...job }) => ({
    ...job,
    work: () => callFunction(name),
  }))
  jobs.push(...internalJobs)
  const timers: NodeJS.Timeout[] = []
  const retries = new Map<Job, NodeJS.Timeout>()
  const queued = new Set<Job>()
  /** Last run of each job in this process. A new run waits for the last run to end. */
  const runs = new Map<Job, Promise<void>>()
  let isClosed = false

  const enqueue = (job: Job, work: () => Promise<void>): Promise<void> => {
    const run = (runs.get(job) ?? Promise.resolve())
      .then(work)
      .catch((cause: unknown) =>
        log.error(
          `failed to claim or record a run of job ${job.name}; it is tried again at its next interval`,
          cause,
        ),
      )
    runs.set(job, run)
    return run
  }

  /**
   * Runs a job, unless it started less than `quietSeconds` ago. Without `ignoresBackoff`, also
   * skips a job that waits for its retry.
   */
  async function run(job: Job, quietSeconds: () => number, ignoresBackoff: boolean): Promise<void> {
    const { name, everySeconds } = job
    for (;;) {
      const claim = await claimJob(database.owner, log, name, {
        everySeconds,
        quietSeconds: quietSeconds(),
        ignoresBackoff,
      })
      if (claim.state === 'recent') return
      if (claim.state === 'claimed') {
        const backoffSeconds = await claim.lease.finish(await errorOf(job))
        // A backoff of at least the job's interval needs no timer: the next regular run after the
        // backoff is the retry.
        if (backoffSeconds !== null && backoffSeconds < everySeconds)
          retries.set(job, setTimeout(() => tick(job, () => 0), backoffSeconds * 1000).unref())
        return
      }
      if (isClosed) return
      await sleep(leasePollMs)
    }
  }

  async function callFunction(name: string): Promise<void> {
    const response = await fetch(
      new Request(`${config.siteUrl}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${config.serviceRoleKey}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ as_of: config.now().toISOString() }),
      }),
    )
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }

  async function errorOf(job: Job): Promise<string | null> {
    try {
      await job.work()
      return null
    } catch (cause) {
      log.error(`job ${job.name} failed and will be retried`, cause)
      return cause instanceof Error ? cause.message : String(cause)
    }
  }

  const runAll = async () => {
    for (const job of jobs) await enqueue(job, () => run(job, () => 0, true))
  }

  const tick = (job: Job, quietSeconds: () => number, ignoresBackoff = false) => {
    if (isClosed || queued.has(job)) return
    queued.add(job)
    void enqueue(job, async () => {
      queued.delete(job)
      if (!isClosed) await run(job, quietSeconds, ignoresBackoff)
    })
  }

  const tickNow = (job: Job) => {
    const requestedAt = performance.now()
    tick(job, () => (performance.now() - requestedAt) / 1000, true)
  }

  const listen = (channel: string, onNotify: (payload: string) => void) => {
    database.owner
      .listen(channel, onNotify)
      .catch((cause: unknown) =>
        log.error(
          `failed to listen to channel ${channel}; its jobs run at their intervals only`,
          cause,
        ),
      )
  }

  return {
    start: () => {
      // Admins start a job with the SQL function `run_job_now`.
      listen('run_job', (name) => {
        const job = jobs.find((known) => known.name === name)
        if (job) tickNow(job)
      })
      for (const job of jobs) {
        tickNow(job)
        const onInterval = () => tick(job, () => skipShare * job.everySeconds)
        timers.push(setInterval(onInterval, job.everySeconds * 1000).unref())
        if (job.wakeOn) listen(job.wakeOn, () => tickNow(job))
      }
    },
    runAll,
    close: async () => {
      isClosed = true
      for (const timer of [...timers, ...retries.values()]) clearInterval(timer)
      // Waits for running jobs with a time limit, so that a job that hangs does not block the
      // shutdown.
      const timeout = sleep(closeTimeoutMs, undefined, { ref: false })
      await Promise.race([Promise.all(runs.values()), timeout])
    },
  }
}

function readJobs(supabaseDir: string | null): z.output<typeof jobsSchema> {
  const file = supabaseDir && join(supabaseDir, 'jobs.json')
  return file && existsSync(file) ? jobsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

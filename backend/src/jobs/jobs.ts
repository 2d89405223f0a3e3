import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Context } from '#backend/context.ts'

const jobsSchema = z.array(
  z.object({
    name: z.string().min(1),
    /** Function that does the work. */
    function: z.string().min(1),
    everySeconds: z.number().positive(),
    /** Channel of the database (`pg_notify`) that says there is something to do now. */
    wakeOn: z.string().min(1).optional(),
  }),
)

/** Work of the backend's own that comes again and again. */
type Chore = { name: string; everySeconds: number; work(): Promise<void> }

type Job = Chore & { wakeOn?: string | undefined }

type Jobs = {
  /** Runs every job at once, as after a crash something may be owed, then each at its pace. */
  start(): void
  /** Runs every job now and waits for them. */
  runAll(): Promise<void>
  close(): Promise<void>
}

/** Any number will do that no other advisory lock of this database uses. */
const jobsLock = 7_462_001

const closeLimitMs = 5_000

/** Two processes keep the pace of one when each leaves out what was done this share of the pace ago. */
const doneShare = 0.9

/**
 * Calls the functions of `jobs.json` as the service role, and does `chores`. However many processes
 * share the database, one of them runs jobs at a time, and each job comes at its pace, not at its pace in every
 * process. A job that fails is logged and comes again.
 */
export function createJobs(
  context: Context,
  fetch: (request: Request) => Promise<Response>,
  chores: readonly Chore[] = [],
): Jobs {
  const { config, database, log } = context
  const jobs: Job[] = readJobs(config.supabaseDir).map(({ function: name, ...job }) => ({
    ...job,
    work: () => callFunction(name),
  }))
  jobs.push(...chores)
  const timers: NodeJS.Timeout[] = []
  const waiting = new Set<Job>()
  let queue = Promise.resolve()
  let isClosed = false

  /** One run after another, so that jobs never hold more than one connection. */
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((cause: unknown) => log.error('jobs failed', cause))
    return queue
  }

  /**
   * Runs a job unless one of the processes has begun it less than `quiet` seconds ago, as the database's
   * clock has it. The lock lives in a transaction, so that a process that dies lets go of it; nothing is
   * written before the end, as a change feed that opens waits for whoever has written.
   */
  async function run(job: Job, quiet: () => number): Promise<void> {
    await database.owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${jobsLock})`
      const [last] = await sql<{ now: string; is_done: boolean | null }[]>`
        select clock_timestamp()::text as now, (
          select began_at > clock_timestamp() - make_interval(secs => ${quiet()})
          from hourspace_backend.job_runs where name = ${job.name}
        ) as is_done`
      if (last!.is_done) return
      await call(job)
      await sql`
        insert into hourspace_backend.job_runs (name, began_at) values (${job.name}, ${last!.now})
        on conflict (name) do update set began_at = excluded.began_at`
    })
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

  async function call(job: Job): Promise<void> {
    try {
      await job.work()
    } catch (cause) {
      log.error(`job ${job.name} failed`, cause)
    }
  }

  const runAll = () =>
    enqueue(async () => {
      for (const job of jobs) await run(job, () => 0)
    })

  const tick = (job: Job, quiet: () => number) => {
    if (isClosed || waiting.has(job)) return
    waiting.add(job)
    void enqueue(async () => {
      waiting.delete(job)
      if (!isClosed) await run(job, quiet)
    })
  }

  /** Runs a job that was asked for now, unless another process has begun it by then. */
  const tickNow = (job: Job) => {
    const askedAt = performance.now()
    tick(job, () => (performance.now() - askedAt) / 1000)
  }

  /** Saves the seconds until the next run; without it the job still comes at its pace. */
  const listen = (job: Job, channel: string) => {
    database.owner
      .listen(channel, () => tickNow(job))
      .catch((cause: unknown) => log.error(`job ${job.name} is not woken`, cause))
  }

  return {
    start: () => {
      for (const job of jobs) {
        tickNow(job)
        const atItsPace = () => tick(job, () => doneShare * job.everySeconds)
        timers.push(setInterval(atItsPace, job.everySeconds * 1000).unref())
        if (job.wakeOn) listen(job, job.wakeOn)
      }
    },
    runAll,
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      // A job may be cut off anywhere and comes again, so one that hangs delays nobody.
      await Promise.race([queue, setTimeout(closeLimitMs, undefined, { ref: false })])
    },
  }
}

function readJobs(supabaseDir: string | null): z.output<typeof jobsSchema> {
  const file = supabaseDir && join(supabaseDir, 'jobs.json')
  return file && existsSync(file) ? jobsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

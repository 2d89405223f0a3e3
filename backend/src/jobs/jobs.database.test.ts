import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '#backend/config/config.ts'
import { createContext, type Context } from '#backend/context.ts'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { createJobs } from './jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'hourspace-jobs-'))
const now = new Date('2030-01-01T00:00:00Z')
let database: TestDatabase
let contexts: Context[]
let running: Map<string, number>
let mostAtOnce: number
let calls: { path: string; bearer: string | null; body: unknown }[]

beforeAll(async () => {
  writeFileSync(
    join(folder, 'jobs.json'),
    JSON.stringify([
      { name: 'first', function: 'one', everySeconds: 3600 },
      { name: 'second', function: 'two', everySeconds: 3600, wakeOn: 'two_waits' },
    ]),
  )
  database = await createTestDatabase()
  contexts = [0, 1].map(() =>
    createContext(
      parseConfig({
        databaseUrl: database.url,
        siteUrl: 'http://backend.test',
        jwtSecret: 'a secret of at least thirty-two characters',
        anonKey: 'anon',
        serviceRoleKey: 'service',
        storageDir: folder,
        supabaseDir: folder,
        now: () => now,
        logLevel: 'silent',
      }),
    ),
  )
})

beforeEach(() => {
  running = new Map()
  mostAtOnce = 0
  calls = []
})

afterAll(async () => {
  for (const context of contexts) await context.database.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function record(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  const count = (running.get(path) ?? 0) + 1
  running.set(path, count)
  mostAtOnce = Math.max(mostAtOnce, count)
  calls.push({
    path,
    bearer: request.headers.get('authorization'),
    body: await request.json(),
  })
  await setTimeout(20)
  running.set(path, (running.get(path) ?? 0) - 1)
  return new Response('{}')
}

/** Names of the functions called so far, in order. */
const called = () => calls.map(({ path }) => path.split('/').at(-1))

function jobsOf(index: number, fetch = record) {
  return createJobs(contexts[index] as Context, fetch)
}

test('runAll calls the function of every job as the service role, with the current time in the parameter as_of', async () => {
  await jobsOf(0).runAll()
  const expected = { bearer: 'Bearer service', body: { as_of: now.toISOString() } }
  expect(calls).toEqual([
    { path: '/functions/v1/one', ...expected },
    { path: '/functions/v1/two', ...expected },
  ])
})

test('two processes never run the same job at the same time', async () => {
  await Promise.all([jobsOf(0).runAll(), jobsOf(1).runAll(), jobsOf(0).runAll()])
  expect(calls).toHaveLength(6)
  expect(mostAtOnce).toBe(1)
})

test('two processes with the same jobs together run each job only once per interval', async () => {
  const quick = mkdtempSync(join(tmpdir(), 'hourspace-jobs-'))
  writeFileSync(
    join(quick, 'jobs.json'),
    JSON.stringify([{ name: 'quick', function: 'quick', everySeconds: 0.3, wakeOn: 'wake_up' }]),
  )
  const processes = contexts.map((context) => {
    const config = { ...context.config, supabaseDir: quick }
    return createJobs({ ...context, config }, record)
  })
  const startedAt = performance.now()
  for (const each of processes) each.start()
  try {
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(6)
    const intervals = (performance.now() - startedAt) / 300
    // Allows one extra run per process at the start. Without leases, jobs would run twice as often.
    expect(calls.length).toBeLessThanOrEqual(intervals / 0.9 + 3)
  } finally {
    await Promise.all(processes.map((each) => each.close()))
    rmSync(quick, { recursive: true })
  }
})

test('a failed job run does not prevent runs of other jobs or the next run of the failed job', async () => {
  const failing = async (request: Request) => {
    await record(request)
    if (request.url.endsWith('/one')) throw new Error('no')
    return new Response('no', { status: 500 })
  }
  const jobs = jobsOf(0, failing)
  await jobs.runAll()
  await jobs.runAll()
  await jobs.close()
  expect(called()).toEqual(['one', 'two', 'one', 'two'])
})

test("a notification on a job's channel wakeOn starts the job before its interval has passed", async () => {
  const jobs = jobsOf(0)
  jobs.start()
  await expect.poll(() => calls.length).toBe(2)
  // Repeats the notification, because LISTEN may not have taken effect yet.
  await expect
    .poll(async () => {
      await database.sql`select pg_notify('two_waits', '')`
      return called().at(2)
    })
    .toBe('two')
  await jobs.close()
})

test('starting the job runner runs every job once, and no job runs after the runner is closed', async () => {
  // Uses a separate context, because context 0 may still receive the previous test's notifications.
  const jobs = jobsOf(1)
  jobs.start()
  await expect.poll(() => calls.length).toBe(2)
  await jobs.close()
  jobs.start()
  await jobs.close()
  expect(calls).toHaveLength(2)
})

test('no transaction is open while a job runs', async () => {
  let open: readonly unknown[] = []
  const jobs = jobsOf(0, async (request) => {
    open = await database.sql`
      select query from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend'`
    return record(request)
  })
  await jobs.runAll()
  expect(calls).toHaveLength(2)
  expect(open).toEqual([])
})

test('a job run records its start, end and error, and a later success clears the error', async () => {
  const outcome = () => database.sql`
    select error, started_at <= finished_at as has_ended, claimed_until is null as is_released
    from hourspace_backend.jobs where name = 'first'`
  const failing = async (request: Request) =>
    request.url.endsWith('/one') ? new Response('no room', { status: 500 }) : record(request)
  const jobs = jobsOf(0, failing)
  await jobs.runAll()
  await jobs.close()
  expect(await outcome()).toEqual([{ error: '500 no room', has_ended: true, is_released: true }])
  await jobsOf(0).runAll()
  expect(await outcome()).toEqual([{ error: null, has_ended: true, is_released: true }])
})

test('each failed run of a job doubles its backoff, which starts at 5 s, and a successful run clears it', async () => {
  const jobs = jobsOf(0, async (request) => {
    await record(request)
    return new Response('no', { status: calls.length < 3 ? 500 : 200 })
  })
  const row = async () =>
    (
      await database.sql`
        select failures, failing_since is not null as is_failing, every_seconds,
          round(extract(epoch from retry_at - finished_at))::int as backoff
        from hourspace_backend.jobs where name = 'first'`
    )[0]
  await jobs.runAll()
  expect(await row()).toEqual({ failures: 1, is_failing: true, every_seconds: 3600, backoff: 5 })
  await jobs.runAll()
  await jobs.close()
  expect(await row()).toEqual({
    failures: 0,
    is_failing: false,
    every_seconds: 3600,
    backoff: null,
  })
  await database.sql`
    update hourspace_backend.jobs set failures = 3, error = 'no', retry_at = clock_timestamp() + interval '1 hour'
    where name = 'first'`
  const failing = jobsOf(0, async () => new Response('no', { status: 500 }))
  await failing.runAll()
  await failing.close()
  expect(await row()).toMatchObject({ failures: 4, backoff: 40 })
  await database.sql`delete from hourspace_backend.jobs`
})

test('a job that hangs does not delay other jobs', async () => {
  const jobs = jobsOf(1, (request) =>
    request.url.endsWith('/one') ? new Promise(() => {}) : record(request),
  )
  jobs.start()
  await expect.poll(called).toEqual(['two'])
  void jobs.close()
  await database.sql`delete from hourspace_backend.jobs`
})

test('a job whose process died runs again only after its lease has expired', async () => {
  await database.sql`
    insert into hourspace_backend.jobs (name, claimed_by, claimed_until)
    values ('first', gen_random_uuid(), clock_timestamp() + interval '1 hour')
    on conflict (name) do update
      set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until`
  const done = jobsOf(0).runAll()
  // A rejected claim causes no event, so the test waits for a fixed time. In 300 ms, the process
  // tries to claim the job three times.
  await setTimeout(300)
  expect(calls).toEqual([])
  await database.sql`
    update hourspace_backend.jobs set claimed_until = clock_timestamp() where name = 'first'`
  await done
  expect(called()).toEqual(['one', 'two'])
})

test('a long job run renews its lease before the lease expires', async () => {
  const lease = () => database.sql<{ seconds: number }[]>`
    select extract(epoch from claimed_until - clock_timestamp())::float8 as seconds
    from hourspace_backend.jobs where name = 'first'`
  const gate = Promise.withResolvers<void>()
  const slow = async (request: Request) => {
    await gate.promise
    return record(request)
  }
  const done = jobsOf(0, slow).runAll()
  try {
    await expect.poll(async () => (await lease())[0]?.seconds ?? 0).toBeGreaterThan(9)
    await database.sql`
      update hourspace_backend.jobs set claimed_until = clock_timestamp() + interval '5 seconds'
      where name = 'first'`
    await expect
      .poll(async () => (await lease())[0]?.seconds ?? 0, { timeout: 5_000 })
      .toBeGreaterThan(6)
  } finally {
    gate.resolve()
    await done
  }
})

// This test is the last in this file, because its notifications would start jobs of a later test.
test("a notification on the channel run_job runs the named job before the job's interval has passed", async () => {
  const jobs = jobsOf(0)
  const runs = () => called().filter((name) => name === 'one').length
  jobs.start()
  await expect.poll(runs).toBe(1)
  await expect
    .poll(async () => {
      await database.sql`select pg_notify('run_job', 'no such job'), pg_notify('run_job', 'first')`
      return runs()
    })
    .toBeGreaterThan(1)
  await jobs.close()
})

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
let running: number
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
  running = 0
  mostAtOnce = 0
  calls = []
})

afterAll(async () => {
  for (const context of contexts) await context.database.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function record(request: Request): Promise<Response> {
  running += 1
  mostAtOnce = Math.max(mostAtOnce, running)
  calls.push({
    path: new URL(request.url).pathname,
    bearer: request.headers.get('authorization'),
    body: await request.json(),
  })
  await setTimeout(20)
  running -= 1
  return new Response('{}')
}

function jobsOf(index: number, fetch = record) {
  return createJobs(contexts[index] as Context, fetch)
}

test('every job is called as the service role, with the time of the clock', async () => {
  await jobsOf(0).runAll()
  const expected = { bearer: 'Bearer service', body: { as_of: now.toISOString() } }
  expect(calls).toEqual([
    { path: '/functions/v1/one', ...expected },
    { path: '/functions/v1/two', ...expected },
  ])
})

test('two processes never run jobs at the same time', async () => {
  await Promise.all([jobsOf(0).runAll(), jobsOf(1).runAll(), jobsOf(0).runAll()])
  expect(calls).toHaveLength(6)
  expect(mostAtOnce).toBe(1)
})

test('two processes keep the pace of one', async () => {
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
    const paces = (performance.now() - startedAt) / 300
    // Each process may run it at its start; both at their own pace would be twice as many.
    expect(calls.length).toBeLessThanOrEqual(paces / 0.9 + 3)
  } finally {
    await Promise.all(processes.map((each) => each.close()))
    rmSync(quick, { recursive: true })
  }
})

test('a job that fails stops neither the others nor the runner', async () => {
  const failing = async (request: Request) => {
    await record(request)
    if (request.url.endsWith('/one')) throw new Error('no')
    return new Response('no', { status: 500 })
  }
  const jobs = jobsOf(0, failing)
  await jobs.runAll()
  await jobs.runAll()
  expect(calls.map(({ path }) => path.at(-1))).toEqual(['e', 'o', 'e', 'o'])
})

test('the database wakes a job long before its next run', async () => {
  const jobs = jobsOf(0)
  jobs.start()
  await expect.poll(() => calls.length).toBe(2)
  // Again until it is listened to.
  await expect
    .poll(async () => {
      await database.sql`select pg_notify('two_waits', '')`
      return calls.at(2)?.path
    })
    .toBe('/functions/v1/two')
  await jobs.close()
})

test('starting runs every job once; nothing runs after closing', async () => {
  const jobs = jobsOf(0)
  jobs.start()
  await expect.poll(() => calls.length).toBe(2)
  await jobs.close()
  jobs.start()
  await jobs.close()
  expect(calls).toHaveLength(2)
})

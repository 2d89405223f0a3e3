import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackendProcess, startBackendProcess } from './testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

const token = 'a token for Prometheus'
let database: TestDatabase
let backend: BackendProcess

beforeAll(async () => {
  database = await createTestDatabase()
  const variables = { WORKERS: '2', METRICS_TOKEN: token, LOG_LEVEL: 'info' }
  backend = await startBackendProcess(database.url, variables)
})
afterAll(async () => {
  await backend.kill()
  await database.drop()
})

/** Uses a new connection for each request, so that both workers get requests. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(backend.url + path, { headers: { Connection: 'close', ...headers } })

const readMetrics = async () => (await get('/metrics', { Authorization: `Bearer ${token}` })).text()

test('/metrics sums the requests of all workers and rejects requests without the token', async () => {
  expect((await get('/metrics')).status).toBe(401)
  const headers = { apikey: backend.keys.anonKey }
  for (let count = 0; count < 10; count += 1) await get('/rest/v1/space_types', headers)
  expect(await readMetrics()).toContain(
    'hourspace_request_seconds_count{method="GET",route="/rest/v1/space_types",status="200"} 10',
  )
})

test('/metrics contains every metric of docs/alerts.yml, except the metrics that need refunds or backups', async () => {
  await expect.poll(readMetrics).toContain('hourspace_job_failures{label="pay hosts"} 0')
  // These metrics have values only if refunds or backups exist.
  const onlyIfPresent = new Set(['hourspace_refunds', 'hourspace_backup_age_seconds'])
  const metrics = await readMetrics()
  const rules = readFileSync(new URL('../docs/alerts.yml', import.meta.url), 'utf8')
  const named = new Set([...rules.matchAll(/hourspace_\w+/g)].map(([name]) => name))
  expect(named.size).toBeGreaterThan(10)
  const missing = [...named].filter(
    (name) => !onlyIfPresent.has(name) && !new RegExp(`^${name}[ {]`, 'm').test(metrics),
  )
  expect(missing).toEqual([])
})

test('no alert in docs/alerts.yml uses scalar(), which returns NaN if several machines report a metric', () => {
  const rules = readFileSync(new URL('../docs/alerts.yml', import.meta.url), 'utf8')
  expect(rules).not.toContain('scalar(')
})

test('every alert in docs/alerts.yml is in the runbook of docs/operating.md', () => {
  const read = (file: string) => readFileSync(new URL(`../docs/${file}`, import.meta.url), 'utf8')
  const alerts = [...read('alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
  expect(alerts.length).toBeGreaterThan(10)
  const runbook = read('operating.md')
  expect(alerts.filter((name) => !new RegExp(`^\\|.*\\b${name}\\b`, 'm').test(runbook))).toEqual([])
})

test('the metric hourspace_job_failures shows the number of failures stored for each job', async () => {
  await database.sql`
    insert into hourspace_backend.jobs (name, every_seconds, failures, error)
    values ('broken', 60, 7, 'no')`
  expect(await readMetrics()).toContain('hourspace_job_failures{label="broken"} 7')
})

test('/readyz names jobs that do not run and migrations that are missing', async () => {
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', reasons: [] })
  await database.sql`
    insert into hourspace_backend.jobs (name, every_seconds, started_at)
    values ('asleep', 60, now() - interval '10 minutes')`
  const [migration] = await database.sql`
    delete from hourspace_backend.migrations where version = '07' returning version, checksum`
  const response = await get('/readyz')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    status: 'not ready',
    reasons: ['the migration backend/sql/07_jobs.sql is missing', 'the job "asleep" does not run'],
  })
  await database.sql`insert into hourspace_backend.migrations ${database.sql(migration!)}`
  await database.sql`delete from hourspace_backend.jobs where name = 'asleep'`
  expect((await get('/readyz')).status).toBe(200)
})

test('the log line of a request has its route, status and request id, and the server replaces a malformed request id', async () => {
  const sent = await get('/rest/v1/bookings?select=id', {
    apikey: backend.keys.anonKey,
    'X-Request-Id': 'load-balancer-1',
  })
  expect(sent.headers.get('x-request-id')).toBe('load-balancer-1')
  const forged = await get('/rest/v1/bookings', { 'X-Request-Id': 'two words' })
  expect(forged.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  const line = () =>
    backend
      .output()
      .split('\n')
      .find((text) => text.includes('load-balancer-1'))
  await expect.poll(line).toBeDefined()
  expect(JSON.parse(line()!)).toMatchObject({
    level: 'info',
    message: 'request',
    requestId: 'load-balancer-1',
    method: 'GET',
    route: '/rest/v1/bookings',
    status: sent.status,
    ms: expect.any(Number),
  })
})

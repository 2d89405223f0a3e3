import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
  await archive.sql.unsafe(`
    create function contract.nap(seconds float) returns void language sql volatile
      set statement_timeout = '100s' as $$ select pg_sleep(seconds) $$;
    create function contract.take_turn() returns void language sql volatile
      set statement_timeout = '100s' as $$ select pg_advisory_xact_lock(1) $$;
    grant execute on function contract.nap, contract.take_turn to service_role;
    notify pgrst`)
})
afterAll(() => archive.close())

const status = async (path: string, init?: RequestInit) => (await archive.fetch(path, init)).status
const call = (name: string, body: object) =>
  status(`/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const nap = (seconds: number) => call('nap', { seconds })
/** Terminates every database session of the backend, as a PostgreSQL restart would. */
const endSessions = () =>
  archive.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> 'contract' and pid <> pg_backend_pid()`

test('a slow function call does not delay other data API requests', async () => {
  let slow: Promise<number>
  await archive.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(1)`
    let isAnswered = false
    slow = call('take_turn', {}).finally(() => {
      isAnswered = true
    })
    const reads = await Promise.all(Array.from({ length: 12 }, () => status('/films?select=id')))
    expect(new Set(reads)).toEqual(new Set([200]))
    expect(isAnswered).toBe(false)
  })
  expect(await slow!).toBe(204)
})

test('the connection pool replaces database sessions that were terminated while idle', async () => {
  expect(await status('/films')).toBe(200)
  await endSessions()
  await expect.poll(() => status('/films')).toBe(200)
})

test('if a database session is terminated during a request, the request returns 503 and later requests succeed', async () => {
  const cut = nap(100)
  await expect
    .poll(async () => {
      const busy = await archive.sql`select from pg_stat_activity
        where wait_event = 'PgSleep' and datname = current_database()`
      return busy.length
    })
    .toBe(1)
  await endSessions()
  expect(await cut).toBe(503)
  await expect.poll(() => status('/films')).toBe(200)
})

test('data API requests succeed again after repeated termination of all database sessions', async () => {
  for (let time = 0; time < 12; time++) {
    const caught = [nap(0.2), status('/films'), status('/films')]
    if (time % 3 === 0) await archive.sql`notify pgrst`
    await endSessions()
    if (time % 2 === 0) await endSessions()
    for (const answer of await Promise.all(caught)) expect([200, 204, 503]).toContain(answer)
    await expect.poll(() => status('/films')).toBe(200)
  }
})

test("the data API prepares a statement again after the statement's table changes", async () => {
  for (let time = 0; time < 4; time++) await status('/settings?select=*')
  await archive.sql`alter table contract.settings add column extra int default 7`
  const response = await archive.fetch('/settings?select=*&limit=1')
  expect(await response.json()).toMatchObject([{ extra: 7 }])
})

test('large data API responses arrive complete when several clients read concurrently', async () => {
  await archive.sql`insert into contract.people select n, repeat('ß', 2000) from generate_series(1000, 1900) n`
  const bodies = await Promise.all(
    Array.from({ length: 4 }, async () => (await archive.fetch('/people?id=gte.1000')).json()),
  )
  expect(
    bodies.map((rows) => (rows as { name: string }[]).every((row) => row.name.length === 2000)),
  ).toEqual([true, true, true, true])
  expect(bodies[0]).toHaveLength(901)
})

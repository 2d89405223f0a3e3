import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createS3Sandbox, type S3Sandbox } from '@hourspace/sandbox/s3/server.ts'
import { isAlive } from './postgres/postmaster.ts'
import { startBackendProcess, type BackendProcess } from './testing/backend-process.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { runFolder } from './testing/run.ts'

let database: TestDatabase
let store: S3Sandbox
let machines: [BackendProcess, BackendProcess]
let startedAt: number

function writeProject(): string {
  const folder = mkdtempSync(join(runFolder(), 'project-'))
  mkdirSync(join(folder, 'migrations'))
  mkdirSync(join(folder, 'functions', 'note'), { recursive: true })
  writeFileSync(
    join(folder, 'migrations', '20300101000000_notes.sql'),
    'create table public.notes (id int generated always as identity, body text)',
  )
  writeFileSync(
    join(folder, 'functions', 'note', 'index.ts'),
    `Deno.serve(() => fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/notes', {
      method: 'POST',
      headers: {
        authorization: 'Bearer ' + Deno.env.get('SUPABASE_SERVICE_ROLE_KEY'),
        'content-type': 'application/json',
      },
      body: '{"body":"ran"}',
    }))`,
  )
  const job = { name: 'note', function: 'note', everySeconds: 1 }
  writeFileSync(join(folder, 'jobs.json'), JSON.stringify([job]))
  return folder
}

beforeAll(async () => {
  database = await createTestDatabase('bare')
  store = await createS3Sandbox({ dir: mkdtempSync(join(runFolder(), 's3-')) })
  const shared = {
    SUPABASE_DIR: writeProject(),
    JWT_SECRET: 'a JWT secret shared by both machines',
    GOTRUE_RATE_LIMIT_SSO: '4',
    S3_BUCKET: store.bucket,
    S3_ENDPOINT: store.endpoint,
    S3_FORCE_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  }
  startedAt = performance.now()
  machines = await Promise.all([
    startBackendProcess(database.url, shared),
    startBackendProcess(database.url, { ...shared, WORKERS: '2' }),
  ])
})

afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.interrupt()))
  await store.close()
  await database.drop()
})

/** Returns a client for each machine. Both clients use the API key of the first machine. */
function clients(key: 'anonKey' | 'serviceRoleKey' = 'anonKey'): [SupabaseClient, SupabaseClient] {
  const auth = { persistSession: false, autoRefreshToken: false }
  const [a, b] = machines
  const connect = (url: string) => createClient(url, a.keys[key], { auth })
  return [connect(a.url), connect(b.url)]
}

test('a session created on one machine can be refreshed on another, and signing out revokes it on both', async () => {
  const [a, b] = clients()
  const { data } = await a.auth.signUp({ email: 'two@example.com', password: 'long enough for it' })
  const refreshed = await b.auth.refreshSession(data.session!)
  expect(refreshed.error).toBeNull()
  expect((await a.auth.getUser(refreshed.data.session!.access_token)).error).toBeNull()

  await a.auth.setSession(refreshed.data.session!)
  await a.auth.signOut()
  const { error } = await b.auth.getUser(refreshed.data.session!.access_token)
  expect(error?.name).toBe('AuthSessionMissingError')
  expect((await b.auth.refreshSession(refreshed.data.session!)).error).not.toBeNull()
})

test('a rate limit counts the requests of a client across all machines', async () => {
  const requestSso = async (machine: BackendProcess) => {
    const { status } = await fetch(`${machine.url}/auth/v1/sso`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: '{"domain":"unknown.example"}',
    })
    return status
  }
  const [a, b] = machines
  const statuses: number[] = []
  for (const machine of [a, b, a, b, a, b]) statuses.push(await requestSso(machine))
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429])
})

test('a row written on one machine is readable on another, and both machines serve a table created after they started', async () => {
  const [a, b] = clients('serviceRoleKey')
  await a.from('notes').insert({ body: 'hello' }).throwOnError()
  const { count } = await b.from('notes').select('*', { count: 'exact' }).eq('body', 'hello')
  expect(count).toBe(1)

  await database.sql`create table public.later (id int)`
  await database.sql`notify pgrst, 'reload schema'`
  const statusOf = async (client: SupabaseClient) => (await client.from('later').select()).status
  for (const client of [a, b]) await expect.poll(() => statusOf(client)).toBe(200)
})

test('a file uploaded on one machine can be downloaded from another', async () => {
  const [a, b] = clients('serviceRoleKey')
  await a.storage.createBucket('shared')
  const { error } = await a.storage.from('shared').upload('note.txt', 'shared text')
  expect(error).toBeNull()
  const { data } = await b.storage.from('shared').download('note.txt')
  expect(await data?.text()).toBe('shared text')
})

test('a scheduled job runs once per interval across all machines', async () => {
  const runs = async () => (await database.sql`select from notes where body = 'ran'`).length
  await expect.poll(runs).toBeGreaterThanOrEqual(3)
  const count = await runs()
  const seconds = (performance.now() - startedAt) / 1000
  // Each machine may run the job once more when it starts, which allows one additional run per
  // machine.
  expect(count).toBeLessThanOrEqual(seconds / 0.9 + 2)
})

test('Ctrl-C stops the backend with exit code 0, both as a single process and with two workers', async () => {
  const workers = machines[1].children()
  expect(workers).toHaveLength(2)
  const codes = await Promise.all(machines.map((machine) => machine.interrupt()))
  expect(codes).toEqual([0, 0])
  expect(workers.filter(isAlive)).toEqual([])
})

import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { migrate } from '#launch/migrate.ts'
import { ensureOwner } from './cluster.ts'
import { isAlive, readPostmasterFile } from './postmaster.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './supervisor.ts'

const supabaseDir = fileURLToPath(new URL('../../supabase', import.meta.url))
const childFile = fileURLToPath(new URL('testing-child.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

let made: string
let folder: string
let running: Postgres[]

// Most tests copy this cluster, because creating one takes a second.
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'hourspace-supervisor-'))
  folder = made
  await (await startPostgres(optionsIn(made))).stop()
})

afterAll(() => rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hourspace-supervisor-'))
  chmodSync(folder, 0o755)
  running = []
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const cluster of running) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

function optionsIn(parent: string): PostgresOptions {
  const dataDir = join(parent, 'postgres')
  return { dataDir, password: 'secret', logFile: join(folder, 'postgres.log'), durable: false }
}

function copyCluster(parent = folder): void {
  cpSync(optionsIn(made).dataDir, optionsIn(parent).dataDir, { recursive: true })
}

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const cluster = await startPostgres({ ...optionsIn(folder), ...options })
  running.push(cluster)
  return cluster
}

async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sql.unsafe(text)
      } catch (error) {
        if (attempt === 900) throw error
        await sleep(50)
      }
    }
  } finally {
    await sql.end()
  }
}

test('the first start creates a PostgreSQL cluster with logical WAL, and later starts keep its port and data', async () => {
  const first = await start()
  await query(first.url, `create table saved as select 'büro' as word`)
  const [settings] = await query(
    first.url,
    `select current_setting('wal_level') as wal, pg_encoding_to_char(encoding) as encoding, datlocale
       from pg_database where datname = 'postgres'`,
  )
  expect(settings).toEqual({ wal: 'logical', encoding: 'UTF8', datlocale: 'C.UTF-8' })
  const { pid } = first
  await first.stop()
  expect(isAlive(pid())).toBe(false)

  const second = await start({ preferredPort: first.port })
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select word from saved')).toEqual([{ word: 'büro' }])
})

test('the backend connects as the owner of the database, who is not a superuser and cannot run programs', async () => {
  copyCluster()
  const cluster = await start()
  await ensureOwner(cluster.url, 'first')
  const url = await ensureOwner(cluster.url, 'second')
  const [role] = await query(
    url,
    `select current_user as name, rolsuper, rolcreatedb, pg_get_userbyid(datdba) as owner
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  expect(role).toEqual({
    name: 'hourspace',
    rolsuper: false,
    rolcreatedb: false,
    owner: 'hourspace',
  })
  expect(await migrate({ databaseUrl: url, supabaseDir })).not.toEqual([])
  const sql = postgres(url, { max: 1 })
  await expect(sql`copy (select 1) to program 'true'`).rejects.toThrow('permission denied')
  await sql.end()
})

test('ensureOwner rejects a database owned by a superuser with a one-line error that says how to reset the database', async () => {
  copyCluster()
  const cluster = await start()
  await query(cluster.url, 'create schema hourspace_backend')
  await expect(ensureOwner(cluster.url, 'secret')).rejects.toThrow(
    /^The database was created by another version: its owner is postgres instead of hourspace\. To reset, /,
  )
})

test('the supervisor restarts a killed PostgreSQL on the same port', async () => {
  copyCluster()
  const messages: string[] = []
  const cluster = await start({ onRestart: (message) => messages.push(message) })
  const killed = cluster.pid()
  process.kill(killed, 'SIGKILL')
  expect(await query(cluster.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect.poll(() => cluster.pid()).not.toBe(killed)
  expect(messages).toEqual(['PostgreSQL exited unexpectedly (SIGKILL); restarting it.'])
})

test('stopping the supervisor during a restart leaves no PostgreSQL running', async () => {
  copyCluster()
  const cluster = await start()
  process.kill(cluster.pid(), 'SIGKILL')
  await sleep(20)
  await cluster.stop()
  const orphan = readPostmasterFile(optionsIn(folder).dataDir)
  expect(orphan !== undefined && isAlive(orphan.pid)).toBe(false)
})

test('a new supervisor stops the PostgreSQL of a killed supervisor and reuses its port and data', async () => {
  copyCluster()
  const child = fork(childFile, [JSON.stringify(optionsIn(folder))])
  const [orphan] = (await once(child, 'message')) as [{ url: string; pid: number }]
  await query(orphan.url, 'create table created_before_kill (id int)')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(orphan.pid)).toBe(true)

  const cluster = await start({ preferredPort: Number(new URL(orphan.url).port) })
  expect(isAlive(orphan.pid)).toBe(false)
  expect(cluster.url).toBe(orphan.url)
  expect(await query(cluster.url, 'select * from created_before_kill')).toEqual([])
})

test('PostgreSQL starts even if a stale postmaster.pid names the process id of an unrelated process', async () => {
  copyCluster()
  const { dataDir } = optionsIn(folder)
  const unrelated = spawn('sleep', ['60'])
  writeFileSync(
    join(dataDir, 'postmaster.pid'),
    `${unrelated.pid}\n${dataDir}\n1\n5432\n\n\n\nready\n`,
  )
  const cluster = await start()
  expect(await query(cluster.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(unrelated.exitCode).toBeNull()
  unrelated.kill()
})

test('a second start of PostgreSQL on the same data folder fails with a one-line error that names the process using the folder', async () => {
  copyCluster()
  await start({ describe: () => 'http://localhost:3000' })
  const message = await start().catch((error: Error) => error.message)
  expect(message).toContain(`process ${process.pid}, http://localhost:3000`)
  expect(message).not.toContain('\n')
})

test('exactly one of two concurrent first starts of PostgreSQL in the same folder succeeds', async () => {
  const results = await Promise.allSettled([start(), start()])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('PostgreSQL uses another port when the preferred port is taken', async () => {
  copyCluster()
  const unrelated = createServer().listen(0, '127.0.0.1')
  await once(unrelated, 'listening')
  const { port } = unrelated.address() as AddressInfo
  const cluster = await start({ preferredPort: port })
  expect(cluster.port).not.toBe(port)
  unrelated.close()
})

describe.runIf(isRoot)('PostgreSQL started by root', () => {
  let closedFolder: string

  beforeEach(() => {
    closedFolder = mkdtempSync(join(homedir(), 'hourspace-supervisor-'))
    mkdirSync(closedFolder, { recursive: true })
    chmodSync(closedFolder, 0o700)
  })

  afterEach(() => rmSync(closedFolder, { recursive: true, force: true }))

  test('PostgreSQL started by root runs even if its data folder is in a folder that only root can enter', async () => {
    const cluster = await start(optionsIn(closedFolder))
    expect(await query(cluster.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('if root starts the server without user namespaces, PostgreSQL runs as another user, and its data moves to a folder of this user', async () => {
    vi.stubEnv('PATH', '/nonexistent')
    const options = optionsIn(closedFolder)
    const cluster = await start(options)
    expect(await query(cluster.url, 'select 1 as one')).toEqual([{ one: 1 }])
    const realDir = realpathSync(options.dataDir)
    expect(dirname(realDir)).not.toBe(closedFolder)
    expect(statSync(realDir).uid).not.toBe(0)

    await cluster.stop()
    // Restarts PostgreSQL as the unprivileged owner of the data.
    vi.unstubAllEnvs()
    const again = await start(options)
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await again.stop()
    rmSync(realDir, { recursive: true })
  })
})

test('the supervisor moves the content of a large PostgreSQL log to postgres.log.1 while PostgreSQL runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    copyCluster()
    running.push(await startPostgres(optionsIn(folder)))
    const log = join(folder, 'postgres.log')
    appendFileSync(log, 'x'.repeat(10_000_001))
    vi.advanceTimersByTime(5 * 60_000)
    expect(statSync(log).size).toBeLessThan(1_000)
    expect(statSync(`${log}.1`).size).toBeGreaterThan(10_000_000)
  } finally {
    vi.useRealTimers()
  }
})

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Postgres, startPostgres } from '#launch/postgres/supervisor.ts'
import { archiveName, backUp, listBackups } from './backup.ts'
import { restore } from './restore.ts'

const password = 'secret'
let folder: string
let dataDir: string
let target: string
let cluster: Postgres
let full: string
let payments: DatabaseSync

/** Rows that were committed before the first backup ended, before a time, and after this time. */
let acknowledged: number[]
let between: Date
let afterBetween: number[]

// Makes a backup under load, destroys the cluster, and keeps the archived log.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hourspace-backup-'))
  dataDir = join(folder, 'data')
  target = join(folder, 'backups')
  mkdirSync(join(dataDir, 'storage', 'objects'), { recursive: true })
  writeFileSync(join(dataDir, 'storage', 'objects', 'photo'), 'a photo')
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify({ databasePassword: password }))
  payments = new DatabaseSync(join(dataDir, 'stripe.sqlite'))
  payments.exec(`
    pragma journal_mode = wal;
    create table objects (id text);
    insert into objects values ('pi_1')`)
  cluster = await start(dataDir, join(target, archiveName))
  const sql = postgres(cluster.url, { max: 4, onnotice: () => {} })
  await sql`create table bookings (n serial primary key, filler text default repeat('x', 2000))`
  const loading = new AbortController()
  acknowledged = []
  const load = Array.from({ length: 3 }, async () => {
    while (!loading.signal.aborted) {
      const [row] = await sql<{ n: number }[]>`insert into bookings default values returning n`
      acknowledged.push(row!.n)
    }
  })
  await sleep(300)
  full = (await backUp({ superuserUrl: cluster.url, dataDir, target, keep: 2 })).folder
  loading.abort()
  await Promise.all(load)
  await sleep(50)
  between = new Date()
  await sleep(50)
  const later = await sql<{ n: number }[]>`
    insert into bookings select from generate_series(1, 10) returning n`
  afterBetween = later.map(({ n }) => n)
  const [segment] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
  const archived = join(target, archiveName, `${segment!.name}.gz`)
  await vi.waitUntil(() => existsSync(archived), { timeout: 10_000 })
  writeFileSync(
    join(target, 'keys.json'),
    JSON.stringify({ databasePassword: password, isRotated: true }),
  )
  await sql.end()
  payments.close()
  process.kill(cluster.pid(), 'SIGKILL')
  await cluster.stop()
  rmSync(dataDir, { recursive: true, maxRetries: 20 })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(data: string, archiveDir?: string) {
  const logFile = join(data, 'postgres.log')
  return startPostgres({ dataDir: join(data, 'postgres'), password, logFile, archiveDir })
}

/** Starts a restored cluster and returns the numbers of its rows. */
async function rowsIn(data: string): Promise<Set<number>> {
  const restored = await start(data)
  const sql = postgres(restored.url, { max: 1 })
  try {
    return new Set((await sql<{ n: number }[]>`select n from bookings`).map(({ n }) => n))
  } finally {
    await sql.end()
    await restored.stop()
  }
}

test('after the loss of the data folder, every acknowledged row and file and the keys of a rotation after the backup are restored', async () => {
  const data = join(folder, 'restored')
  expect((await restore({ backup: full, dataDir: data })).lastCommit).toBeInstanceOf(Date)
  const rows = await rowsIn(data)
  expect(acknowledged.length).toBeGreaterThan(100)
  expect([...acknowledged, ...afterBetween].filter((n) => !rows.has(n))).toEqual([])
  expect(existsSync(join(data, 'storage', 'objects', 'photo'))).toBe(true)
  expect(readFileSync(join(data, 'keys.json'), 'utf8')).toMatch('isRotated')
})

test('the payments of the Stripe sandbox at the time of the backup are restored', async () => {
  const restored = new DatabaseSync(join(folder, 'restored', 'stripe.sqlite'))
  expect(restored.prepare('select id from objects').all()).toEqual([{ id: 'pi_1' }])
  restored.close()
})

test('a restore to a time has what was committed before it and nothing after it', async () => {
  const data = join(folder, 'earlier')
  await restore({ backup: full, dataDir: data, to: between })
  const rows = await rowsIn(data)
  expect(acknowledged.filter((n) => !rows.has(n))).toEqual([])
  expect(afterBetween.filter((n) => rows.has(n))).toEqual([])
})

test('a restore to a time after the archived log fails with one clear line', async () => {
  await expect(
    restore({ backup: full, dataDir: join(folder, 'future'), to: new Date(Date.now() + 60_000) }),
  ).rejects.toThrow('The archived write-ahead log does not reach this time.')
})

test('a restore refuses a folder that is not empty, a time before the backup and an unfinished backup', async () => {
  await expect(restore({ backup: full, dataDir: target })).rejects.toThrow('is not empty')
  await expect(
    restore({ backup: full, dataDir: join(folder, 'x'), to: new Date(0) }),
  ).rejects.toThrow('restore an earlier backup')
  await expect(restore({ backup: target, dataDir: join(folder, 'x') })).rejects.toThrow(
    'is no complete backup',
  )
})

test('a restore refuses a backup with a damaged file', async () => {
  const data = join(folder, 'damaged')
  await appendFile(join(full, 'storage', 'objects', 'photo'), '!')
  await expect(restore({ backup: full, dataDir: data })).rejects.toThrow('is missing or damaged')
})

test('a new backup deletes unfinished ones and older ones than --keep allows', async () => {
  const data = join(folder, 'pruned')
  const backups = join(folder, 'pruned-backups')
  mkdirSync(join(backups, 'backup-2020.unfinished'), { recursive: true })
  mkdirSync(join(data, 'storage'), { recursive: true })
  const fresh = await start(data)
  try {
    const once = () => backUp({ superuserUrl: fresh.url, dataDir: data, target: backups, keep: 1 })
    const made = [await once(), await once()].map((each) => each.folder)
    expect((await listBackups(backups)).map((name) => join(backups, name))).toEqual(made.slice(1))
    expect(readdirSync(backups)).toHaveLength(1)
  } finally {
    await fresh.stop()
  }
})

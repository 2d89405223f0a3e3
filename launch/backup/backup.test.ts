import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import postgres, { type Sql } from 'postgres'
import { createS3Sandbox, type S3Sandbox } from '@hourspace/sandbox/s3/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkBackups } from '#launch/commands/check-database.ts'
import { readEnvironment } from '#launch/environment/environment.ts'
import { backupMetrics } from '#launch/metrics.ts'
import { outgoingWal } from '#launch/postgres/cluster.ts'
import { startPostgres } from '#launch/postgres/supervisor.ts'
import { testPort } from '#launch/testing/run.ts'
import {
  archiveOf,
  copyPayments,
  readSystemId,
  restoreArchivedFiles,
  startArchiver,
} from './archive.ts'
import { backUp } from './backup.ts'
import { listBackups } from './manifest.ts'
import { restore } from './restore.ts'
import { type BackupStore, folderStore, openBackupStore, textStream, upload } from './store.ts'

const password = 'secret'
let folder: string
let target: string
let store: BackupStore
let name: string

/**
 * `acknowledged` are the rows committed before the time `between`. `afterBetween` are the rows
 * committed after this time.
 */
let acknowledged: number[]
let between: Date
let afterBetween: number[]

// Makes a backup under load, then deletes the cluster and keeps the backup store.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hourspace-backup-'))
  target = join(folder, 'backups')
  store = folderStore(target)
  const dataDir = join(folder, 'data')
  const cluster = await start(dataDir, store)
  const { sql } = cluster
  writeUpload(dataDir, 'aa-before')
  const payments = new DatabaseSync(join(dataDir, 'stripe.sqlite'))
  payments.exec('pragma journal_mode = wal; create table objects (id text)')
  payments.exec("insert into objects values ('pi_before')")
  await sql`create table bookings (n serial primary key, filler text default repeat('x', 2000))`
  const loading = new AbortController()
  acknowledged = []
  const load = Array.from({ length: 3 }, async () => {
    while (!loading.signal.aborted) {
      const [row] = await sql<{ n: number }[]>`insert into bookings default values returning n`
      acknowledged.push(row!.n)
      // Pauses between inserts, so that the archiver can copy the WAL segments of these inserts.
      await sleep(5)
    }
  })
  await sleep(300)
  name = (await backUp({ superuserUrl: cluster.url, dataDir, store, keep: 2 })).name
  loading.abort()
  await Promise.all(load)
  await sleep(50)
  between = new Date()
  await sleep(50)
  writeUpload(dataDir, 'aa-after')
  writeUpload(dataDir, 'bb-after')
  payments.exec("insert into objects values ('pi_after')")
  payments.close()
  const later = await sql<{ n: number }[]>`
    insert into bookings select from generate_series(1, 10) returning n`
  afterBetween = later.map(({ n }) => n)
  await switchSegment(sql)
  await store.write(
    'keys.json',
    textStream(JSON.stringify({ databasePassword: password, isRotated: true })),
  )
  process.kill(cluster.pid(), 'SIGKILL')
  await cluster.stop()
  rmSync(dataDir, { recursive: true, maxRetries: 20 })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(dataDir: string, archiveTo?: BackupStore, stopTimeoutMs = 30_000) {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify({ databasePassword: password }))
  const cluster = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    password,
    logFile: join(dataDir, 'postgres.log'),
    isArchived: archiveTo !== undefined,
    // Allows fewer connections after a restore, because a restore must work with any limit.
    processes: archiveTo ? 3 : 1,
  })
  const sql = postgres(cluster.url, { max: 4, onnotice: () => {} })
  // Drops the databases that the tests do not use, because each has about 300 files to back up.
  if (archiveTo) {
    for (const { name } of await sql<{ name: string }[]>`
      select datname as name from pg_database where datistemplate`) {
      await sql.unsafe(`alter database ${name} is_template false`)
      await sql.unsafe(`drop database ${name}`)
    }
  }
  const systemId = await readSystemId(sql)
  const archiver =
    archiveTo && startArchiver({ store: archiveTo, dataDir, systemId, stopTimeoutMs })
  const stop = async () => {
    await sql.end()
    await (archiver ? archiver.stop(cluster.stop) : cluster.stop())
  }
  return { ...cluster, sql, stop, archive: archiveOf(systemId) }
}

function writeUpload(dataDir: string, version: string): void {
  const objects = join(dataDir, 'storage', 'objects', version.slice(0, 2))
  mkdirSync(objects, { recursive: true })
  writeFileSync(join(objects, version), version)
}

/** Ends the current WAL segment and waits until it is archived. */
async function switchSegment(sql: Sql): Promise<void> {
  // Writes to the WAL segment, because PostgreSQL does not end an empty segment.
  await sql`select pg_logical_emit_message(false, 'test', '')`
  const [segment] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
  await vi.waitFor(
    async () => {
      const [archiver] = await sql`select last_archived_wal as name from pg_stat_archiver`
      expect(archiver!.name >= segment!.name).toBe(true)
    },
    { timeout: 15_000 },
  )
}

async function rowsIn(dataDir: string): Promise<Set<number>> {
  const restored = await start(dataDir)
  try {
    return new Set((await restored.sql<{ n: number }[]>`select n from bookings`).map(({ n }) => n))
  } finally {
    await restored.stop()
  }
}

test('a restore after the loss of the data folder contains all committed rows, uploads and payments, and keys rotated after the backup', async () => {
  const dataDir = join(folder, 'restored')
  const restored = await restore({ store, name, dataDir })
  expect(restored).toEqual({ lastCommit: expect.any(Date), damagedUploads: [] })
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toMatch('isRotated')
  const objects = readdirSync(join(dataDir, 'storage', 'objects'), { recursive: true })
  expect(objects.sort()).toEqual(['aa', 'aa/aa-after', 'aa/aa-before', 'bb', 'bb/bb-after'])
  const payments = new DatabaseSync(join(dataDir, 'stripe.sqlite'))
  const ids = payments.prepare('select id from objects').all()
  payments.close()
  expect(ids).toEqual([{ id: 'pi_before' }, { id: 'pi_after' }])
  const rows = await rowsIn(dataDir)
  expect(acknowledged.length).toBeGreaterThan(100)
  expect([...acknowledged, ...afterBetween].filter((n) => !rows.has(n))).toEqual([])
})

test('a second restore contains the rows committed after the first restore', async () => {
  const copy = join(folder, 'copied-backups')
  cpSync(target, copy, { recursive: true })
  const copied = folderStore(copy)
  const dataDir = join(folder, 'first-restore')
  await restore({ store: copied, name, dataDir })
  const cluster = await start(dataDir, copied)
  const [added] = await cluster.sql<{ n: number }[]>`
    insert into bookings default values returning n`
  await switchSegment(cluster.sql)
  process.kill(cluster.pid(), 'SIGKILL')
  await cluster.stop()
  const again = join(folder, 'second-restore')
  await restore({ store: copied, name, dataDir: again })
  expect(await rowsIn(again)).toContain(added!.n)
}, 60_000)

test('after a point-in-time restore, the original database can still be restored to a later time or from a later backup', async () => {
  const copy = join(folder, 'copied-again')
  cpSync(target, copy, { recursive: true, preserveTimestamps: true })
  const copied = folderStore(copy)
  const original = join(folder, 'original')
  await restore({ store: copied, name, dataDir: original })
  let cluster = await start(original, copied)
  const [kept] = await cluster.sql<{ n: number }[]>`
    insert into bookings default values returning n`
  await switchSegment(cluster.sql)
  const later = new Date()
  await sleep(1000)
  await cluster.sql`insert into bookings default values`
  const { name: laterBackup } = await backUp({
    superuserUrl: cluster.url,
    dataDir: original,
    store: copied,
    keep: 7,
  })
  await cluster.stop()

  const earlier = join(folder, 'too-early')
  await restore({ store: copied, name, dataDir: earlier, to: between })
  cluster = await start(earlier, copied)
  await cluster.sql`insert into bookings default values`
  await switchSegment(cluster.sql)
  await cluster.stop()

  const again = join(folder, 'later')
  await restore({ store: copied, name, dataDir: again, to: later })
  expect(await rowsIn(again)).toContain(kept!.n)
  const fromLater = join(folder, 'from-later')
  await restore({ store: copied, name: laterBackup, dataDir: fromLater })
  expect(await rowsIn(fromLater)).toContain(kept!.n)
}, 120_000)

test('a restore to a time contains every row committed before that time and no later row', async () => {
  const dataDir = join(folder, 'earlier')
  await restore({ store, name, dataDir, to: between })
  const rows = await rowsIn(dataDir)
  expect(acknowledged.filter((n) => !rows.has(n))).toEqual([])
  expect(afterBetween.filter((n) => rows.has(n))).toEqual([])
})

test('a restore to a time after the end of the archived WAL fails with a one-line error', async () => {
  const to = new Date(Date.now() + 60_000)
  await expect(restore({ store, name, dataDir: join(folder, 'future'), to })).rejects.toThrow(
    'The archived write-ahead log does not reach this time. Choose an earlier time, or omit --to.',
  )
})

test('a restore rejects a folder that is not empty, a time before the end of the backup, and a backup without a manifest', async () => {
  await expect(restore({ store, name, dataDir: target })).rejects.toThrow('is not empty')
  const dataDir = join(folder, 'x')
  await expect(restore({ store, name, dataDir, to: new Date(0) })).rejects.toThrow(
    'restore an earlier backup',
  )
  await expect(restore({ store, name: 'backup-2020', dataDir })).rejects.toThrow(
    'is no complete backup',
  )
})

test('an interrupted restore leaves no database that a server could start, and can be repeated', async () => {
  const dataDir = join(folder, 'interrupted')
  const read: BackupStore['read'] = (path) =>
    path.includes('/wal/') ? Promise.reject(new Error('The store is down')) : store.read(path)
  const interrupted = restore({ store: { ...store, read }, name, dataDir })
  await expect(interrupted).rejects.toThrow('The store is down')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  await restore({ store, name, dataDir })
  expect(await rowsIn(dataDir)).toContain(afterBetween[0])
  expect(readdirSync(dataDir)).not.toContain('restore.unfinished')
})

test('a restore lists damaged uploads and rejects a backup with a damaged database file', async () => {
  const [archive] = readdirSync(target).filter((each) => each.startsWith(archiveOf('')))
  await appendFile(join(target, archive!, 'uploads', 'aa', 'aa-before'), '!')
  const dataDir = join(folder, 'damaged')
  expect((await restore({ store, name, dataDir })).damagedUploads).toEqual(['aa/aa-before'])
  await appendFile(join(target, name, 'postgres', 'PG_VERSION'), '!')
  await expect(restore({ store, name, dataDir: join(folder, 'broken') })).rejects.toThrow(
    'PG_VERSION is missing or damaged',
  )
})

test('an S3 outage loses no WAL segment, and a restore works after a new backup has deleted older files', async () => {
  const dataDir = join(folder, 's3-data')
  const bucketDir = join(folder, 's3')
  const port = await testPort()
  const down = await createS3Sandbox({ dir: bucketDir, port })
  await down.close()
  const settings = { ...down, region: 'us-east-1', forcePathStyle: true }
  const bucket = await openBackupStore(`s3://${down.bucket}/hourly/`, settings)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const cluster = await start(dataDir, bucket)
  const { sql, archive } = cluster
  await sql`create table bookings (n serial primary key)`
  await sql`select pg_switch_wal()`
  await vi.waitFor(
    async () =>
      expect(await sql`select from pg_stat_archiver where failed_count > 0`).toHaveLength(1),
    { timeout: 15_000 },
  )
  const environment = readEnvironment({
    BACKUP_DIR: bucket.url,
    S3_ENDPOINT: down.endpoint,
    S3_ACCESS_KEY_ID: down.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: down.credentials.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  })
  const findings = async () =>
    (await checkBackups({ sql, environment })).map(({ state, message }) => `${state}: ${message}`)
  expect(await findings()).toEqual([
    expect.stringMatching(/^error: The write-ahead log has not been archived since the start/),
    expect.stringMatching(/^error: The backups in s3:\/\/bytes\/hourly cannot be read: ./),
  ])
  expect(await backupMetrics(bucket)()).toEqual([])
  const up = await createS3Sandbox({ dir: bucketDir, port })
  try {
    await switchSegment(sql)
    expect(await bucket.list(`${archive}/wal`)).toContain('000000010000000000000001.gz')
    expect(await findings()).toEqual([
      'ok: The write-ahead log is archived',
      'error: There is no complete backup in s3://bytes/hourly: run hourspace backup',
    ])
    const [none] = await backupMetrics(bucket)()
    expect(none).toMatchObject({ value: Number.POSITIVE_INFINITY })

    for (const version of ['aa-live', 'aa-deleted']) writeUpload(dataDir, version)
    const once = () => backUp({ superuserUrl: cluster.url, dataDir, store: bucket, keep: 1 })
    const first = await once()
    await switchSegment(sql)
    const startSegment = `${first.manifest.startSegment}.gz`
    expect(await bucket.list(`${archive}/wal`)).toContain(startSegment)
    rmSync(join(dataDir, 'storage', 'objects', 'aa', 'aa-deleted'))
    const long = new Date(Date.now() - 48 * 3600 * 1000)
    for (const version of ['aa-live', 'aa-deleted']) {
      const key = Buffer.from(`hourly/${archive}/uploads/aa/${version}`).toString('base64url')
      utimesSync(join(bucketDir, 'objects', key), long, long)
    }
    const unfinished = 'backup-2026-01-01T00-00-00-000Z'
    await bucket.write(`${unfinished}/postgres/PG_VERSION`, textStream('18'))
    const second = await once()
    expect((await findings())[1]).toBe(
      'ok: The newest complete backup in s3://bytes/hourly is 0 hours old',
    )
    const [age] = await backupMetrics(bucket)()
    expect(age!.value).toBeLessThan(60)
    expect(await bucket.list(first.name)).toEqual([])
    expect(await listBackups(bucket)).toEqual({ complete: [second.name], unfinished: [] })
    expect(await bucket.list(`${archive}/uploads`)).toEqual(['aa/aa-live'])
    expect(await bucket.list(`${archive}/wal`)).not.toContain(startSegment)

    await sql`insert into bookings default values`
    await cluster.stop()
    const restored = join(folder, 's3-restored')
    await restore({ store: bucket, name: second.name, dataDir: restored })
    expect(existsSync(join(restored, 'storage', 'objects', 'aa', 'aa-live'))).toBe(true)
    expect(await rowsIn(restored)).toEqual(new Set([1]))
  } finally {
    await cluster.stop()
    await up.close()
  }
}, 120_000)

test('the archiver accepts a WAL segment that is already archived, but overwrites no archived segment that has different content', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const dataDir = join(folder, 'outgoing')
  const outgoing = join(dataDir, 'postgres', outgoingWal)
  mkdirSync(outgoing, { recursive: true })
  const archive = folderStore(join(folder, 'outgoing-backups'))
  const path = `${archiveOf('1')}/wal/000000020000000000000001.gz`
  const pending = join(outgoing, '000000020000000000000001')
  await archive.write(path, Readable.from([gzipSync('first', { level: 9 })]))
  const archiver = startArchiver({ store: archive, dataDir, systemId: '1' })
  writeFileSync(`${pending}.gz`, gzipSync('first', { level: 1 }))
  try {
    await expect.poll(() => readdirSync(outgoing)).toEqual([basename(`${pending}.done`)])
    rmSync(`${pending}.done`)
    writeFileSync(`${pending}.gz`, gzipSync('second'))
    await expect.poll(() => readdirSync(outgoing)).toEqual([])
  } finally {
    await archiver.stop(() => Promise.resolve())
  }
  expect(errors.mock.lastCall![0]).toMatch(/is already archived with other content/)
  expect(gunzipSync(readFileSync(join(archive.url, path))).toString()).toBe('first')
})

test('PostgreSQL stops although the backup store does not respond, and keeps its last WAL segment to archive it later', async () => {
  const dataDir = join(folder, 'silent')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = Promise.withResolvers<void>()
  const silent = { ...folderStore(join(folder, 'silent-backups')), write: () => response.promise }
  const cluster = await start(dataDir, silent, 1_000)
  await cluster.sql`create table bookings (n serial primary key)`
  // `stop` must not wait for the store, because the write to this store does not end.
  await cluster.stop()
  response.reject(new Error('The connection is closed'))
  const status = readdirSync(join(dataDir, 'postgres', 'pg_wal', 'archive_status'))
  expect(status).toContain('000000010000000000000001.ready')
})

describe.each(['a folder', 'S3'])('a backup store in %s', (location) => {
  let sandbox: S3Sandbox | undefined
  let opened: BackupStore
  beforeAll(async () => {
    if (location === 'S3') sandbox = await createS3Sandbox({ dir: join(folder, 'store-s3') })
    const settings = { ...sandbox, region: 'us-east-1', forcePathStyle: true }
    opened = await openBackupStore(
      sandbox ? `s3://${sandbox.bucket}` : join(folder, 'store'),
      settings as Parameters<typeof openBackupStore>[1],
    )
  })
  afterAll(() => sandbox?.close())

  test('a backup store reads, lists and deletes the files that it wrote', async () => {
    expect(await opened.folders()).toEqual([])
    expect(await opened.list('a')).toEqual([])
    for (const path of ['a/1', 'a/b/2', 'ab/3']) await opened.write(path, textStream(path))
    expect((await opened.folders()).sort()).toEqual(['a', 'ab'])
    expect((await opened.list('a')).sort()).toEqual(['1', 'b/2'])
    expect(await text((await opened.read('a/b/2'))!)).toBe('a/b/2')
    expect((await opened.stat('a/1'))!.modifiedAt).toBeInstanceOf(Date)
    expect([await opened.read('a/2'), await opened.stat('a/2')]).toEqual([null, null])
    await opened.remove(['a/1', 'a/missing'])
    expect(await opened.list('a')).toEqual(['b/2'])
    await opened.removeFolder('a')
    expect(await opened.folders()).toEqual(['ab'])
  })

  test('a backup store keeps the old content of a file if writing new content is interrupted', async () => {
    await opened.write('kept', textStream('complete'))
    const interrupted = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('interrupted')
      })(),
    )
    await expect(upload(opened, interrupted, 'kept')).rejects.toThrow('interrupted')
    expect(await text((await opened.read('kept'))!)).toBe('complete')
  })
})

test('a restore uses the most recently started copy of the payments, even if an earlier copy finished later', async () => {
  const data = join(folder, 'payments')
  mkdirSync(data)
  const payments = new DatabaseSync(join(data, 'stripe.sqlite'))
  payments.exec("create table objects (id text); insert into objects values ('pi_first')")
  const store = folderStore(join(folder, 'payments-backups'))
  const reached = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  const slow: BackupStore = {
    ...store,
    write: async (path, content) => {
      reached.resolve()
      await resumed.promise
      await store.write(path, content)
    },
  }
  const earlier = copyPayments(slow, 'archive', data)
  await reached.promise
  payments.exec("insert into objects values ('pi_second')")
  payments.close()
  await copyPayments(store, 'archive', data)
  resumed.resolve()
  await earlier
  const restored = join(folder, 'payments-restored')
  mkdirSync(restored)
  await restoreArchivedFiles(store, 'archive', restored)
  const copy = new DatabaseSync(join(restored, 'stripe.sqlite'))
  expect(copy.prepare('select id from objects').all()).toHaveLength(2)
  copy.close()
})

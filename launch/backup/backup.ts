import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import postgres, { type Sql } from 'postgres'
import { outgoingWal } from '#launch/postgres/cluster.ts'
import { version } from '#launch/version.ts'
import { archiveOf, copyPayments, copyUploads, isNeeded, readSystemId } from './archive.ts'
import { backupName, listBackups, type Manifest, manifestName, readManifest } from './manifest.ts'
import {
  type BackupStore,
  digestOf,
  inParallel,
  listTree,
  openFile,
  textStream,
  upload,
} from './store.ts'

type BackupOptions = {
  superuserUrl: string
  dataDir: string
  store: BackupStore
  /** Number of backups to keep. */
  keep: number
}

/**
 * Files that a base backup omits, because PostgreSQL recreates them when it starts, or because the
 * backup copies them separately (WAL).
 */
const rebuilt = new RegExp(
  `^(postmaster\\.(pid|opts)|${outgoingWal}|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)/.+|(.+/)?pgsql_tmp[^/]*(/.*)?)$`,
)

const dayMs = 24 * 3600 * 1000

/**
 * Copies the running database and the keys into a new folder of the store, and new uploads into the
 * archive. The folder of an interrupted backup has no manifest. A later backup deletes such a
 * folder when the folder is a day old.
 */
export async function backUp(
  options: BackupOptions,
): Promise<{ name: string; manifest: Manifest }> {
  const { store, dataDir, superuserUrl } = options
  const startedAt = new Date()
  const name = backupName(startedAt)
  const files: Manifest['files'] = {}
  const write = async (path: string, source: Readable | null) => {
    if (source) files[path] = await upload(store, source, `${name}/${path}`)
  }
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    const systemId = await readSystemId(sql)
    const archive = archiveOf(systemId)
    // An uploaded file is stored before its row is inserted and deleted after its row is deleted.
    // Copies uploads before and after the database, so that the backup has the file of every row.
    const uploadsBefore = await copyUploads(store, archive, dataDir)
    const database = await copyDatabase(sql, write)
    const uploadsAfter = await copyUploads(store, archive, dataDir)
    await copyPayments(store, archive, dataDir)
    const storage = join(dataDir, 'storage')
    const others = await listTree(storage, (path) => /^(objects|renders|uploads)$/.test(path))
    for (const file of others.files)
      await write(`storage/${file}`, await openFile(join(storage, file)))
    await write('keys.json', await openFile(join(dataDir, 'keys.json')))

    const uploadPaths = new Set([...uploadsBefore, ...uploadsAfter])
    const manifest: Manifest = {
      version,
      systemId,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      ...database,
      files,
      uploads: await digestUploads(store, archive, dataDir, [...uploadPaths]),
    }
    const content = textStream(`${JSON.stringify(manifest, null, 1)}\n`)
    await store.write(`${name}/${manifestName}`, content)
    await prune(store, options.keep)
    return { name, manifest }
  } finally {
    await sql.end()
  }
}

/**
 * Copies PostgreSQL's data folder and the WAL written during the copy. A temporary replication slot
 * keeps PostgreSQL from removing this WAL.
 */
async function copyDatabase(
  sql: Sql,
  write: (path: string, source: Readable | null) => Promise<void>,
): Promise<Pick<Manifest, 'startLsn' | 'endLsn' | 'startSegment' | 'folders'>> {
  const [settings] = await sql<{ folder: string }[]>`
    select current_setting('data_directory') as folder`
  const root = settings!.folder
  await sql`select pg_create_physical_replication_slot(${`hourspace_backup_${process.pid}`}, true, true)`
  const [start] = await sql<{ lsn: string; segment: string }[]>`
    select lsn::text, pg_walfile_name(lsn) as segment from pg_backup_start('hourspace', fast => true) lsn`
  const { folders, files } = await listTree(root, (path) => rebuilt.test(path))
  await inParallel(files, async (file) =>
    write(`postgres/${file}`, await openFile(join(root, file))),
  )
  const [stop] = await sql<{ lsn: string; labelfile: string; segment: string }[]>`
    select lsn::text, labelfile, pg_walfile_name(lsn) as segment
    from pg_backup_stop(wait_for_archive => false)`
  await write('postgres/backup_label', textStream(stop!.labelfile))
  await sql`select pg_switch_wal()`
  const segments = (await readdir(join(root, 'pg_wal'))).filter(
    (name) => /^[\dA-F]{24}$/.test(name) && name >= start!.segment && name <= stop!.segment,
  )
  if (!segments.includes(start!.segment) || !segments.includes(stop!.segment))
    throw new Error('PostgreSQL removed WAL that the backup needs: repeat the backup.')
  for (const name of segments)
    await write(`postgres/pg_wal/${name}`, await openFile(join(root, 'pg_wal', name)))
  return { startLsn: start!.lsn, endLsn: stop!.lsn, startSegment: start!.segment, folders }
}

/**
 * Returns the digests of uploaded files. Reads only the files that the newest backup does not list.
 */
async function digestUploads(
  store: BackupStore,
  archive: string,
  dataDir: string,
  paths: readonly string[],
): Promise<Manifest['uploads']> {
  const [newest] = (await listBackups(store)).complete
  const known = newest ? (await readManifest(store, newest)).uploads : {}
  const digests: Manifest['uploads'] = {}
  await inParallel(paths, async (path) => {
    const open = async () =>
      (await openFile(join(dataDir, 'storage', 'objects', path))) ??
      // Reads the upload from the archive if it was deleted during the backup.
      (await store.read(`${archive}/uploads/${path}`))
    digests[path] = known[path] ?? (await digestOf((await open())!))
  })
  return digests
}

/** Deletes old backups, interrupted backups, and archived files that no remaining backup needs. */
async function prune(store: BackupStore, keep: number): Promise<void> {
  const { complete, unfinished } = await listBackups(store)
  const aDayAgo = new Date(Date.now() - dayMs)
  for (const name of unfinished) if (name < backupName(aDayAgo)) await store.removeFolder(name)
  for (const name of complete.slice(keep)) {
    // Deletes the manifest first, so that an interrupted deletion leaves an incomplete backup.
    await store.remove([`${name}/${manifestName}`])
    await store.removeFolder(name)
  }
  const kept = await Promise.all(complete.slice(0, keep).map((name) => readManifest(store, name)))
  for (const archive of (await store.folders()).filter((name) => name.startsWith(archiveOf('')))) {
    const backups = kept.filter(({ systemId }) => archiveOf(systemId) === archive)
    if (backups.length === 0) await store.removeFolder(archive)
    else await pruneArchive(store, archive, backups)
  }
}

/** Deletes the archived files that none of the backups need. `backups` is sorted, newest first. */
async function pruneArchive(
  store: BackupStore,
  archive: string,
  backups: readonly Manifest[],
): Promise<void> {
  const { startSegment, startedAt } = backups.at(-1)!
  const segments = await store.list(`${archive}/wal`)
  const oldSegments = segments.filter((name) => !isNeeded(name, startSegment))
  await store.remove(oldSegments.map((name) => `${archive}/wal/${name}`))
  // An archived upload that is in no backup was added after all backups or deleted before the
  // oldest one. Keeps uploads of the day before the oldest backup, because the store's clock may be
  // wrong.
  const deletedBefore = Date.parse(startedAt) - dayMs
  for (const path of await store.list(`${archive}/uploads`)) {
    if (backups.some(({ uploads }) => path in uploads)) continue
    const found = await store.stat(`${archive}/uploads/${path}`)
    if (found && found.modifiedAt.getTime() < deletedBefore)
      await store.remove([`${archive}/uploads/${path}`])
  }
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, backup as copySqlite } from 'node:sqlite'
import postgres from 'postgres'
import { version } from '#launch/version.ts'
import { copyWithHash, listTree, type Manifest, manifestName, readManifest } from './manifest.ts'

export type BackupOptions = {
  /** URL of the embedded PostgreSQL as its superuser. */
  superuserUrl: string
  /** Data folder of Hourspace, with `postgres`, `storage`, `keys.json` and perhaps `stripe.sqlite`. */
  dataDir: string
  /** Folder that contains the backups. */
  target: string
  /** Number of newest backups to keep; older ones are deleted. */
  keep: number
}

const prefix = 'backup-'
const unfinished = '.unfinished'

/**
 * Files that PostgreSQL's documentation leaves out of a base backup: they are rebuilt at the start.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
const rebuilt =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+|(.+\/)?pgsql_tmp[^/]*(\/.*)?)$/

/**
 * Copies the running database, the uploaded files, the keys and the data of the Stripe sandbox into
 * a new folder, and returns its path. A backup that is interrupted keeps the suffix `.unfinished`, and the next one deletes it.
 */
export async function backUp(
  options: BackupOptions,
): Promise<{ folder: string; manifest: Manifest }> {
  const { target, dataDir } = options
  await mkdir(target, { recursive: true, mode: 0o711 })
  for (const name of await readdir(target))
    if (name.startsWith(prefix) && name.endsWith(unfinished))
      await rm(join(target, name), { recursive: true })
  const startedAt = new Date()
  const folder = join(target, prefix + startedAt.toISOString().replaceAll(/[:.]/g, '-'))
  const draft = folder + unfinished
  await mkdir(draft, { mode: 0o700 })
  const files: Manifest['files'] = {}
  const copy = async (root: string, name: string, to: string) => {
    const copied = await copyWithHash(join(root, name), join(draft, to, name))
    if (copied) files[`${to}/${name}`] = copied
  }

  const { startLsn, endLsn } = await copyDatabase(
    options.superuserUrl,
    draft,
    files,
    async (root) => {
      const tree = await listTree(root, (path) => rebuilt.test(path))
      for (const name of tree.folders)
        await mkdir(join(draft, 'postgres', name), { recursive: true })
      for (const name of tree.files) await copy(root, name, 'postgres')
    },
  )
  // Copies the files after the database, because a file is stored before its row.
  const uploads = await listTree(join(dataDir, 'storage'), (path) => path.startsWith('uploads/'))
  for (const name of uploads.files) await copy(join(dataDir, 'storage'), name, 'storage')
  await copy(dataDir, 'keys.json', '.')
  // Copies the payments after the database, so that the sandbox knows the payment of every booking.
  const payments = await snapshotPayments(dataDir)
  if (payments) {
    await copy(payments, paymentsName, '.')
    await rm(payments, { recursive: true })
  }

  const manifest: Manifest = {
    version,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    startLsn,
    endLsn,
    files,
  }
  await writeFile(join(draft, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, {
    mode: 0o600,
  })
  await flush(draft)
  await rename(draft, folder)
  await flush(target)
  await prune(target, options.keep)
  return { folder, manifest }
}

/**
 * Copies PostgreSQL's data folder between `pg_backup_start` and `pg_backup_stop`, and the WAL that was
 * written concurrently. A temporary replication slot keeps PostgreSQL from removing this WAL.
 */
async function copyDatabase(
  superuserUrl: string,
  draft: string,
  files: Manifest['files'],
  copyFolder: (root: string) => Promise<void>,
): Promise<{ startLsn: string; endLsn: string }> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    const [settings] = await sql<{ folder: string }[]>`
      select current_setting('data_directory') as folder`
    const root = settings!.folder
    await sql`select pg_create_physical_replication_slot(${`hourspace_backup_${process.pid}`}, true, true)`
    const [start] = await sql<{ lsn: string; segment: string }[]>`
      select lsn::text, pg_walfile_name(lsn) as segment from pg_backup_start('hourspace', fast => true) lsn`
    await copyFolder(root)
    const [stop] = await sql<{ lsn: string; labelfile: string; segment: string }[]>`
      select lsn::text, labelfile, pg_walfile_name(lsn) as segment
      from pg_backup_stop(wait_for_archive => false)`
    const label = stop!.labelfile
    await writeFile(join(draft, 'postgres/backup_label'), label, { mode: 0o600 })
    const sha256 = createHash('sha256').update(label).digest('hex')
    files['postgres/backup_label'] = { bytes: Buffer.byteLength(label), sha256 }
    await sql`select pg_switch_wal()`
    await mkdir(join(draft, 'postgres', 'pg_wal'), { recursive: true })
    const segments = (await readdir(join(root, 'pg_wal'))).filter(
      (name) => /^[\dA-F]{24}$/.test(name) && name >= start!.segment && name <= stop!.segment,
    )
    if (!segments.includes(start!.segment) || !segments.includes(stop!.segment))
      throw new Error('PostgreSQL removed WAL that the backup needs: repeat the backup.')
    for (const name of segments) {
      const path = `postgres/pg_wal/${name}`
      const copied = await copyWithHash(join(root, 'pg_wal', name), join(draft, path))
      if (copied) files[path] = copied
    }
    return { startLsn: start!.lsn, endLsn: stop!.lsn }
  } finally {
    await sql.end()
  }
}

/** Database of the Stripe sandbox in the data folder; missing if the server uses real Stripe keys. */
const paymentsName = 'stripe.sqlite'

/** Copies the sandbox's database, while it is in use, into a new temporary folder. */
async function snapshotPayments(dataDir: string): Promise<string | null> {
  const file = join(dataDir, paymentsName)
  if (!existsSync(file)) return null
  const folder = await mkdtemp(join(tmpdir(), 'hourspace-payments-'))
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    // Copies all pages in one step, because a concurrent write would restart the copy.
    await copySqlite(database, join(folder, paymentsName), { rate: 2 ** 31 - 1 })
  } finally {
    database.close()
  }
  return folder
}

/** Deletes all but the newest backups, and archived WAL that is older than all of them. */
async function prune(target: string, keep: number): Promise<void> {
  const backups = (await listBackups(target)).reverse()
  for (const name of backups.slice(keep)) await rm(join(target, name), { recursive: true })
  const oldest = backups.slice(0, keep).at(-1)
  const archive = join(target, archiveName)
  if (!oldest || !existsSync(archive)) return
  const oldestAt = Date.parse((await readManifest(join(target, oldest))).startedAt)
  for (const name of await readdir(archive)) {
    const file = join(archive, name)
    if (/^[\dA-F]{24}/.test(name) && (await stat(file)).mtimeMs < oldestAt) await rm(file)
  }
}

/** Folder of the archived WAL, beside the backups. */
export const archiveName = 'wal'

/** Returns the names of the complete backups in a folder, oldest first. */
export async function listBackups(target: string): Promise<string[]> {
  const names = await readdir(target)
  return names.filter((name) => name.startsWith(prefix) && !name.endsWith(unfinished)).sort()
}

/** Writes a folder's list of files to disk, so that a power failure does not lose the rename. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

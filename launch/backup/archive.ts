import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, backup as copySqlite } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { Sql } from 'postgres'
import { outgoingWal } from '#launch/postgres/cluster.ts'
import { timeName } from './manifest.ts'
import {
  type BackupStore,
  type Digest,
  digestOf,
  download,
  inParallel,
  uploadFile,
} from './store.ts'

/**
 * Returns the name of a cluster's archive folder. Each cluster has its own folder, because clusters
 * use the same names for WAL segments.
 */
export const archiveOf = (systemId: string) => `archive-${systemId}`

const paymentsName = 'stripe.sqlite'

/** Returns PostgreSQL's system identifier of a cluster. A restored cluster keeps the identifier. */
export async function readSystemId(sql: Sql): Promise<string> {
  const [found] = await sql<{ id: string }[]>`
    select system_identifier::text as id from pg_control_system()`
  return found!.id
}

/**
 * Returns whether a restore that starts with `startSegment` needs the file `name` of the WAL
 * archive. Ignores the timeline (8 digits) in segment names. Always keeps timeline history files,
 * which are small.
 */
export function isNeeded(name: string, startSegment: string): boolean {
  return !/^[\dA-F]{24}/.test(name) || name.slice(8, 24) >= startSegment.slice(8)
}

const pollIntervalMs = 100

/**
 * Archives the WAL segments that `archive_command` writes to `outgoingWal`. Before each segment,
 * copies new uploads and the Stripe fake's database, so that every restored row has its file and
 * its payment.
 */
export function startArchiver(options: {
  store: BackupStore
  dataDir: string
  systemId: string
  /**
   * Time limit in ms for archiving the last segment at shutdown. PostgreSQL archives it again at
   * its next start.
   */
  stopTimeoutMs?: number
}): { stop(stopPostgres: () => Promise<void>): Promise<void> } {
  const { store, dataDir, systemId, stopTimeoutMs = 3_000 } = options
  const archive = archiveOf(systemId)
  const outgoing = join(dataDir, 'postgres', outgoingWal)
  let uploadsCopiedAt = 0

  async function archiveSegment(name: string): Promise<void> {
    const startedAt = Date.now()
    await copyUploads(store, archive, dataDir, uploadsCopiedAt)
    uploadsCopiedAt = startedAt
    await copyPayments(store, archive, dataDir)
    const file = join(outgoing, `${name}.gz`)
    const path = `${archive}/wal/${name}.gz`
    if ((await isArchived(file, path)) || (await uploadFile(store, file, path)))
      await writeFile(join(outgoing, `${name}.done`), '')
  }

  /**
   * Returns whether the store already has this segment. Throws if the store has a different segment
   * of the same name. A second server that was restored from the same backup may have archived it.
   */
  async function isArchived(file: string, path: string): Promise<boolean> {
    const archived = await store.read(path)
    if (!archived) return false
    const [earlier, later] = await Promise.all(
      [archived, createReadStream(file)].map((source) =>
        pipeline(source, createGunzip(), digestOf),
      ),
    )
    if (earlier!.sha256 !== later!.sha256)
      throw new Error('it is already archived with other content: use another BACKUP_DIR')
    return true
  }

  const abandoned = Promise.withResolvers<void>()
  abandoned.promise.catch(() => {})

  async function archiveAll(): Promise<void> {
    const names = await readdir(outgoing).catch(() => [])
    for (const name of names.filter((each) => each.endsWith('.gz')).sort()) {
      const segment = name.slice(0, -'.gz'.length)
      try {
        await Promise.race([archiveSegment(segment), abandoned.promise])
      } catch (error) {
        const { message, code } = error as NodeJS.ErrnoException
        console.error(
          `WAL segment ${segment} cannot be archived to ${store.url}, PostgreSQL will retry: ${message || code}`,
        )
      }
      await rm(join(outgoing, name), { force: true }).catch((error: Error) =>
        console.error(
          `WAL segment ${segment} cannot be deleted from ${outgoing}: ${error.message}`,
        ),
      )
    }
  }

  const stopping = new AbortController()
  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      await archiveAll()
      await sleep(pollIntervalMs)
    }
  }
  const polling = poll()
  return {
    stop: async (stopPostgres) => {
      const timeout = setTimeout(
        () => abandoned.reject(new Error('the server is stopping')),
        stopTimeoutMs,
      )
      await stopPostgres()
      clearTimeout(timeout)
      stopping.abort()
      await polling
    },
  }
}

/** Tolerance in ms, because some file systems update the modification time of a folder late. */
const changeToleranceMs = 60_000

/**
 * Copies new uploads to the archive. Skips folders that have not changed after `since`, because
 * uploads never change. Returns the paths of the uploads in the other folders.
 */
export async function copyUploads(
  store: BackupStore,
  archive: string,
  dataDir: string,
  since = 0,
): Promise<string[]> {
  const objects = join(dataDir, 'storage', 'objects')
  const found: string[] = []
  const entries = await readdir(objects, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  await inParallel(folders, async (folder) => {
    const { mtimeMs } = await stat(join(objects, folder))
    if (mtimeMs < since - changeToleranceMs) return
    const kept = new Set(await store.list(`${archive}/uploads/${folder}`))
    for (const name of await readdir(join(objects, folder))) {
      const path = `${folder}/${name}`
      found.push(path)
      if (!kept.has(name))
        await uploadFile(store, join(objects, path), `${archive}/uploads/${path}`)
    }
  })
  return found
}

/**
 * Copies the database of the Stripe fake. The server and a backup may make copies concurrently, so
 * each copy is named after its start time.
 */
export async function copyPayments(
  store: BackupStore,
  archive: string,
  dataDir: string,
): Promise<void> {
  const file = join(dataDir, paymentsName)
  if (!existsSync(file)) return
  const copies = `${archive}/payments`
  const name = `${timeName(new Date())}.sqlite`
  const folder = await mkdtemp(join(tmpdir(), 'hourspace-payments-'))
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
    try {
      // Copies the whole database in one step, because SQLite restarts a stepwise copy after a
      // concurrent write.
      await copySqlite(database, join(folder, paymentsName), { rate: 2 ** 31 - 1 })
    } finally {
      database.close()
    }
    await uploadFile(store, join(folder, paymentsName), `${copies}/${name}`)
    const earlier = (await store.list(copies)).filter((each) => each < name)
    await store.remove(earlier.map((each) => `${copies}/${each}`))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Restores uploads and the database of the Stripe fake. Returns the digests of the uploads. */
export async function restoreArchivedFiles(
  store: BackupStore,
  archive: string,
  dataDir: string,
): Promise<Map<string, Digest>> {
  const digests = new Map<string, Digest>()
  await inParallel(await store.list(`${archive}/uploads`), async (path) => {
    const file = join(dataDir, 'storage', 'objects', path)
    const copied = await download(store, `${archive}/uploads/${path}`, file)
    if (copied) digests.set(path, copied)
  })
  const payments = (await store.list(`${archive}/payments`)).sort().at(-1)
  if (payments)
    await download(store, `${archive}/payments/${payments}`, join(dataDir, paymentsName))
  return digests
}

import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { restoreCommand, restoredWal } from '#launch/postgres/cluster.ts'
import { startPostgres } from '#launch/postgres/supervisor.ts'
import { StartupError } from '#launch/startup-error.ts'
import { archiveOf, isNeeded, restoreArchivedFiles } from './archive.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type BackupStore, download, fillDataFolder, inParallel } from './store.ts'

type RestoreOptions = {
  store: BackupStore
  name: string
  dataDir: string
  /** Point in time to restore to; by default the end of the archived WAL. */
  to?: Date | undefined
}

type Restored = {
  /** Commit time of the last replayed transaction. */
  lastCommit: Date | null
  /** Uploaded files that are missing from the archive or differ from their digest in the manifest. */
  damagedUploads: string[]
}

/**
 * Restores a backup into an empty data folder and replays the archived WAL. Throws StartupError if
 * the folder is not empty or a file of the backup is damaged. Also throws if `to` is before the end
 * of the backup or after the archived WAL. Damaged uploads cause no error.
 */
export function restore(options: RestoreOptions): Promise<Restored> {
  return fillDataFolder(options.dataDir, 'restore', (dataDir) =>
    restoreInto({ ...options, dataDir }),
  )
}

async function restoreInto({ store, name, dataDir, to }: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(store, name)
  if (to && to < new Date(manifest.finishedAt))
    throw new StartupError(
      `This backup ended at ${manifest.finishedAt}: for an earlier time, restore an earlier backup.`,
    )
  const archive = archiveOf(manifest.systemId)
  const segments = await store.list(`${archive}/wal`)
  if (to && segments.length === 0)
    throw new StartupError(
      `There is no archived write-ahead log at ${store.url}/${archive}, so only the time of the backup can be restored: omit --to.`,
    )
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await copyBackup(store, name, dataDir, manifest)
  await copyRotatedKeys(store, dataDir, new Date(manifest.finishedAt))
  const uploads = await restoreArchivedFiles(store, archive, dataDir)
  const damagedUploads = Object.entries(manifest.uploads)
    .filter(([path, { sha256 }]) => uploads.get(path)?.sha256 !== sha256)
    .map(([path]) => path)
  const cluster = join(dataDir, 'postgres')
  if (segments.length > 0) {
    const needed = segments.filter((segment) => isNeeded(segment, manifest.startSegment))
    await inParallel(needed, (segment) =>
      download(store, `${archive}/wal/${segment}`, join(cluster, restoredWal, segment)),
    )
    const timeline = await timelineToReplay(store, `${archive}/wal`, {
      files: segments,
      cluster,
      to,
    })
    await prepareRecovery(cluster, { timeline, to })
  }
  const recovered = await recover(dataDir, cluster)
  await rm(join(cluster, restoredWal), { recursive: true, force: true })
  return { ...recovered, damagedUploads }
}

async function copyBackup(
  store: BackupStore,
  name: string,
  dataDir: string,
  { files, folders }: Manifest,
): Promise<void> {
  // Creates all folders, even empty ones, because PostgreSQL does not start without them.
  for (const folder of ['', ...folders])
    await mkdir(join(dataDir, 'postgres', folder), { recursive: true, mode: 0o700 })
  await inParallel(Object.entries(files), async ([path, { sha256 }]) => {
    const copied = await download(store, `${name}/${path}`, join(dataDir, path))
    if (copied?.sha256 !== sha256)
      throw new StartupError(
        `${store.url}/${name}/${path} is missing or damaged: use another backup.`,
      )
  })
}

/**
 * Replaces `keys.json` if keys were rotated after the backup, because the replayed WAL may contain
 * rows encrypted with the new keys.
 */
async function copyRotatedKeys(store: BackupStore, dataDir: string, since: Date): Promise<void> {
  const rotated = await store.stat('keys.json')
  if (rotated && rotated.modifiedAt > since)
    await download(store, 'keys.json', join(dataDir, 'keys.json'))
}

/**
 * Returns the newest timeline that continues the backup in `cluster`, or 'current' for the backup's
 * own timeline. With `to`, ignores timelines whose history was archived after `to`. An earlier
 * restore has started such a timeline, which therefore lacks data that the database contained at
 * `to`. `files` are the names in the archive's folder `wal`. For the format of history files, see
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-TIMELINES
 */
async function timelineToReplay(
  store: BackupStore,
  wal: string,
  options: { files: readonly string[]; cluster: string; to: Date | undefined },
): Promise<string> {
  const { files, cluster, to } = options
  const label = await readFile(join(cluster, 'backup_label'), 'utf8')
  const own = /^START TIMELINE: (\d+)$/m.exec(label)![1]!
  const start = /^START WAL LOCATION: (\S+)/m.exec(label)![1]!
  const histories = files.filter((file) => /^[\dA-F]{8}\.history\.gz$/.test(file))
  for (const file of histories.toSorted().reverse()) {
    const path = `${wal}/${file}`
    if (to && (await store.stat(path))!.modifiedAt > to) continue
    const history = gunzipSync(await buffer((await store.read(path))!)).toString()
    const continues = [...history.matchAll(/^(\d+)\t(\S+)/gm)].some(
      ([, timeline, end]) => timeline === own && positionOf(end!) >= positionOf(start),
    )
    if (continues) return String(Number.parseInt(file, 16))
  }
  return 'current'
}

/** Converts a WAL position such as '1/2A000028' to a number. */
function positionOf(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

async function prepareRecovery(
  cluster: string,
  { timeline, to }: { timeline: string; to: Date | undefined },
): Promise<void> {
  const settings = [
    `restore_command = '${restoreCommand}'`,
    `recovery_target_timeline = '${timeline}'`,
    ...(to
      ? [
          `recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          `recovery_target_action = 'promote'`,
        ]
      : []),
  ]
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '')
}

/** Starts PostgreSQL until it has replayed the archived WAL and is writable, then stops it. */
async function recover(dataDir: string, cluster: string): Promise<{ lastCommit: Date | null }> {
  const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as {
    databasePassword: string
  }
  const logFile = join(dataDir, 'postgres.log')
  try {
    const running = await startPostgres({
      dataDir: cluster,
      password: keys.databasePassword,
      logFile,
      replaysArchive: true,
    })
    try {
      return await endRecovery(running.url)
    } finally {
      await running.stop()
    }
  } catch (error) {
    const log = await readFile(logFile, 'utf8').catch(() => '')
    if (log.includes('recovery ended before configured recovery target was reached'))
      throw new StartupError(
        'The archived write-ahead log does not reach this time. Choose an earlier time, or omit --to.',
      )
    throw error
  }
}

/** Removes the recovery settings, which must not apply to later starts. */
async function endRecovery(url: string): Promise<{ lastCommit: Date | null }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (const name of [
      'restore_command',
      'recovery_target_timeline',
      'recovery_target_time',
      'recovery_target_action',
    ])
      await sql.unsafe(`alter system reset ${name}`)
    const [state] = await sql<{ last: Date | null }[]>`
      select pg_last_xact_replay_timestamp() as last`
    return { lastCommit: state!.last }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

import { existsSync } from 'node:fs'
import { appendFile, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { restoreCommand } from '#launch/postgres/cluster.ts'
import { startPostgres } from '#launch/postgres/supervisor.ts'
import { StartupError } from '#launch/startup-error.ts'
import { archiveName } from './backup.ts'
import { copyWithHash, listTree, readManifest } from './manifest.ts'

export type RestoreOptions = {
  /** Folder of one backup. */
  backup: string
  /** Data folder to create; it must not exist or be empty. */
  dataDir: string
  /** Time to restore to; by default everything that was archived is restored. */
  to?: Date | undefined
  /** Folder of the archived write-ahead log; by default the one beside the backup. */
  archive?: string
}

/**
 * Restores a backup into an empty data folder, replays the archived write-ahead log, and returns the
 * time of the last transaction that was restored. Throws StartupError when the folder is not empty,
 * the backup is incomplete or damaged, or the archive does not reach the time.
 */
export async function restore(options: RestoreOptions): Promise<{ lastCommit: Date | null }> {
  const { backup, dataDir, to } = options
  const archive = options.archive ?? join(dirname(backup), archiveName)
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new StartupError(`${dataDir} is not empty: restore into a new folder.`)
  const manifest = await readManifest(backup)
  if (to && to < new Date(manifest.finishedAt))
    throw new StartupError(
      `This backup ended at ${manifest.finishedAt}: for an earlier time, restore an earlier backup.`,
    )
  if (to && !existsSync(archive))
    throw new StartupError(
      `There is no archived write-ahead log at ${archive}, so only the time of the backup can be restored.`,
    )
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await copyBackup(backup, dataDir, manifest.files)
  await copyRotatedKeys(dirname(backup), dataDir, new Date(manifest.finishedAt))
  const cluster = join(dataDir, 'postgres')
  if (existsSync(archive)) await prepareRecovery(cluster, archive, to)
  return recover(dataDir, cluster)
}

async function copyBackup(
  backup: string,
  dataDir: string,
  files: Record<string, { sha256: string }>,
): Promise<void> {
  // PostgreSQL needs empty folders too.
  const { folders } = await listTree(join(backup, 'postgres'))
  for (const folder of ['', ...folders])
    await mkdir(join(dataDir, 'postgres', folder), { recursive: true, mode: 0o700 })
  for (const [path, { sha256 }] of Object.entries(files)) {
    const copied = await copyWithHash(join(backup, path), join(dataDir, path))
    if (copied?.sha256 !== sha256)
      throw new StartupError(`${join(backup, path)} is missing or damaged: use another backup.`)
  }
}

/** Copies the keys of a rotation after the backup, which the replayed data may need. */
async function copyRotatedKeys(folder: string, dataDir: string, since: Date): Promise<void> {
  const rotated = join(folder, 'keys.json')
  if (existsSync(rotated) && (await stat(rotated)).mtime > since)
    await copyFile(rotated, join(dataDir, 'keys.json'))
}

/** Makes PostgreSQL replay the archived log at its next start. */
async function prepareRecovery(cluster: string, archive: string, to?: Date): Promise<void> {
  const settings = [
    `restore_command = '${restoreCommand(archive).replaceAll("'", "''")}'`,
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

/** Starts PostgreSQL once, until it has replayed the log and is writable, and stops it. */
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
    })
    try {
      return await waitForRecovery(running.url)
    } finally {
      await running.stop()
    }
  } catch (error) {
    // PostgreSQL exits at the end of the log, before or after it accepts connections.
    const log = await readFile(logFile, 'utf8').catch(() => '')
    if (log.includes('recovery ended before configured recovery target was reached'))
      throw new StartupError('The archived write-ahead log does not reach this time.')
    throw error
  }
}

async function waitForRecovery(url: string): Promise<{ lastCommit: Date | null }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (;;) {
      const [state] = await sql<{ recovering: boolean; last: Date | null }[]>`
        select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as last`
      if (!state!.recovering) {
        // The settings of the recovery must not apply to later starts.
        for (const name of ['restore_command', 'recovery_target_time', 'recovery_target_action'])
          await sql.unsafe(`alter system reset ${name}`)
        return { lastCommit: state!.last }
      }
      await sleep(100)
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

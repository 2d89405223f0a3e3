import type { Command } from 'commander'
import { join, resolve } from 'node:path'
import { backUp } from '#launch/backup/backup.ts'
import { restore } from '#launch/backup/restore.ts'
import { clusterUrl } from '#launch/postgres/cluster.ts'
import { StartupError } from '#launch/startup-error.ts'
import { setAction, withDatabase } from './command.ts'

export function addBackupCommands(program: Command): void {
  setAction<{ keep: string }>(
    program
      .command('backup [folder]')
      .description(
        'copy the database, uploads, keys and sandbox payments into a new folder below <folder> or BACKUP_DIR, while the server runs',
      )
      .option('--keep <number>', 'number of newest backups to keep', '7'),
    ([folder], { keep }) => withDatabase((context) => run(context, folder, keep)),
  )
  setAction<{ to?: string; wal?: string }>(
    program
      .command('restore <backup> <data-folder>')
      .description(
        'restore a backup into an empty data folder, and replay what was archived since the backup',
      )
      .option('--to <time>', 'restore to this time, such as 2026-12-05T14:00:00Z')
      .option('--wal <folder>', 'folder of the archived write-ahead log; wal beside the backup'),
    async ([backup, dataFolder], { to, wal }) => {
      const dataDir = resolve(dataFolder!)
      const { lastCommit } = await restore({
        backup: resolve(backup!),
        dataDir,
        to: to === undefined ? undefined : timeOf(to),
        ...(wal && { archive: resolve(wal) }),
      })
      const until = lastCommit ? ` up to ${lastCommit.toISOString()}` : ''
      return {
        data: { dataDir, lastCommit },
        text: `Restored${until}. Start it with HOURSPACE_DATA_DIR=${dataDir}.`,
      }
    },
  )
}

async function run(
  { environment, databaseUrl, keys }: Parameters<Parameters<typeof withDatabase>[0]>[0],
  folder: string | undefined,
  keep: string,
) {
  if (environment.DATABASE_URL)
    throw new StartupError(
      'The database of DATABASE_URL is not embedded: use the backups of its provider, or pg_basebackup.',
    )
  const target = folder ? resolve(folder) : environment.BACKUP_DIR
  if (!target) throw new StartupError('Name a folder, or set BACKUP_DIR.')
  if (!/^[1-9]\d*$/.test(keep)) throw new StartupError('--keep must be a number above 0.')
  const made = await backUp({
    superuserUrl: clusterUrl(Number(new URL(databaseUrl).port), keys.databasePassword),
    dataDir: environment.HOURSPACE_DATA_DIR,
    target,
    keep: Number(keep),
  })
  const { files, startLsn, endLsn } = made.manifest
  const sizes = Object.values(files).map(({ bytes }) => bytes)
  const megabytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1e6)
  return {
    data: { folder: made.folder, files: sizes.length, megabytes, startLsn, endLsn },
    text: `${join(made.folder)}: ${sizes.length} files, ${megabytes} MB`,
  }
}

function timeOf(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new StartupError(`--to must be a time such as 2026-12-05T14:00:00Z (it is "${text}").`)
  return time
}

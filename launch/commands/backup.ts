import type { Command } from 'commander'
import { basename, dirname, resolve } from 'node:path'
import { backUp } from '#launch/backup/backup.ts'
import { restore } from '#launch/backup/restore.ts'
import { type BackupStore, openBackupStore } from '#launch/backup/store.ts'
import { type Environment, readEnvironment } from '#launch/environment/environment.ts'
import { s3Settings } from '#launch/environment/storage.ts'
import { clusterUrl } from '#launch/postgres/cluster.ts'
import { StartupError } from '#launch/startup-error.ts'
import { type CommandContext, setAction, withDatabase } from './command.ts'

export function addBackupCommands(program: Command): void {
  setAction<{ keep: string }>(
    program
      .command('backup [place]')
      .description(
        'copy the database, uploads, keys and sandbox payments to <place>, a folder or s3://bucket/prefix, by default BACKUP_DIR; while the server runs',
      )
      .option('--keep <number>', 'number of newest backups to keep', '7'),
    ([place], { keep }) => withDatabase((context) => run(context, place, keep)),
  )
  setAction<{ to?: string }>(
    program
      .command('restore <backup> <data-folder>')
      .description(
        'restore a backup into an empty data folder, and replay what was archived since the backup',
      )
      .option('--to <time>', 'restore to this time, such as 2026-12-05T14:00:00Z'),
    async ([backup, dataFolder], { to }) => {
      const dataDir = resolve(dataFolder!)
      const path = backup!.replace(/\/+$/, '')
      const { lastCommit, damagedUploads } = await restore({
        store: await openPlace(dirname(path), readEnvironment(process.env)),
        name: basename(path),
        dataDir,
        to: to === undefined ? undefined : timeOf(to),
      })
      const until = lastCommit ? ` up to ${lastCommit.toISOString()}` : ''
      return {
        data: { dataDir, lastCommit, damagedUploads },
        text: [
          ...damagedUploads.map((path) => `The uploaded file ${path} is missing or damaged.`),
          `Restored${until}. Start it with HOURSPACE_DATA_DIR=${dataDir}.`,
        ].join('\n'),
      }
    },
  )
}

function openPlace(place: string, environment: Environment): Promise<BackupStore> {
  const location = place.startsWith('s3://') ? place : resolve(place)
  return openBackupStore(location, s3Settings(environment))
}

async function run(
  { environment, databaseUrl, keys }: CommandContext,
  place: string | undefined,
  keep: string,
) {
  if (environment.DATABASE_URL)
    throw new StartupError(
      'The database of DATABASE_URL is not embedded: use the backups of its provider, or pg_basebackup.',
    )
  const target = place ?? environment.BACKUP_DIR
  if (!target) throw new StartupError('Name a folder or s3://bucket/prefix, or set BACKUP_DIR.')
  if (!/^[1-9]\d*$/.test(keep)) throw new StartupError('--keep must be a number above 0.')
  const store = await openPlace(target, environment)
  const { name, manifest } = await backUp({
    superuserUrl: clusterUrl(Number(new URL(databaseUrl).port), keys.databasePassword),
    dataDir: environment.HOURSPACE_DATA_DIR,
    store,
    keep: Number(keep),
  })
  const { files, uploads, startLsn, endLsn } = manifest
  const sizes = Object.values({ ...files, ...uploads }).map(({ bytes }) => bytes)
  const megabytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1e6)
  const backup = `${store.url}/${name}`
  return {
    data: { backup, files: sizes.length, megabytes, startLsn, endLsn },
    text: `${backup}: ${sizes.length} files, ${megabytes} MB`,
  }
}

function timeOf(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new StartupError(`--to must be a time such as 2026-12-05T14:00:00Z (it is "${text}").`)
  return time
}

import { company } from '@hourspace/domain/company.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Environment } from './environment/environment.ts'
import type { Keys } from './keys.ts'
import { ensureOwner } from './postgres/cluster.ts'
import { startPostgres } from './postgres/supervisor.ts'
import { readSystemId, startArchiver } from './backup/archive.ts'
import { openBackupStore } from './backup/store.ts'
import { s3Settings } from './environment/storage.ts'
import { StartupError } from './startup-error.ts'
import type { Lifecycle } from './lifecycle.ts'

const minServerVersion = 150_000

/**
 * Connects to DATABASE_URL or starts the embedded PostgreSQL. Returns the keys with the database
 * URL. Throws StartupError if the database is unreachable, too old or in use.
 */
export async function openDatabase(
  lifecycle: Lifecycle,
  environment: Environment,
  keys: Keys,
): Promise<Keys> {
  const external = environment.DATABASE_URL
  const databaseUrl = external
    ? await lifecycle.step('PostgreSQL of DATABASE_URL', async () => external)
    : await lifecycle.step(
        (url) => `PostgreSQL 18 on port ${new URL(url).port}`,
        async () => {
          const embedded = await openEmbedded(environment, keys, (message) =>
            lifecycle.fail(new StartupError(message)),
          )
          lifecycle.onClose(embedded.stop)
          return embedded.url
        },
      )
  await checkServer(databaseUrl, external ? 'DATABASE_URL' : 'the embedded PostgreSQL')
  return { ...keys, url: environment.SITE_URL, databaseUrl }
}

/**
 * Starts the embedded PostgreSQL. Calls `onGiveUp` when it cannot be restarted. Throws StartupError
 * when another process uses its data folder.
 */
export async function openEmbedded(
  environment: Environment,
  keys: Keys,
  onGiveUp?: (message: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  const cluster = await startPostgres({
    dataDir: embeddedFolder(environment),
    password: keys.databasePassword,
    preferredPort: keys.databaseUrl ? Number(new URL(keys.databaseUrl).port) : undefined,
    logFile: join(environment.HOURSPACE_DATA_DIR, 'postgres.log'),
    isArchived: environment.BACKUP_DIR !== undefined,
    processes: environment.WORKERS === 1 ? 1 : environment.WORKERS + 1,
    describe: () => environment.SITE_URL,
    onRestart: (message) => console.error(message),
    ...(onGiveUp && { onGiveUp }),
  })
  try {
    const url = await ensureOwner(cluster.url, keys.databaseOwnerPassword)
    const archiver = await archiveWal(environment, cluster.url)
    return { url, stop: () => (archiver ? archiver.stop(cluster.stop) : cluster.stop()) }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Archives the WAL of the embedded PostgreSQL, and the uploads, if BACKUP_DIR is set. */
async function archiveWal(environment: Environment, superuserUrl: string) {
  const { BACKUP_DIR, HOURSPACE_DATA_DIR } = environment
  if (!BACKUP_DIR) return null
  const sql = postgres(superuserUrl, { max: 1 })
  try {
    const store = await openBackupStore(BACKUP_DIR, s3Settings(environment))
    const systemId = await readSystemId(sql)
    return startArchiver({ store, dataDir: HOURSPACE_DATA_DIR, systemId })
  } finally {
    await sql.end()
  }
}

/**
 * Returns the database URL, or null if the embedded PostgreSQL is stopped. Throws StartupError when
 * DATABASE_URL is unreachable, or the data folder has no database.
 */
export async function runningDatabase(
  environment: Environment,
  keys: Keys,
): Promise<string | null> {
  if (environment.DATABASE_URL) {
    await checkServer(environment.DATABASE_URL, 'DATABASE_URL')
    return environment.DATABASE_URL
  }
  if (!existsSync(embeddedFolder(environment)))
    throw new StartupError(
      `There is no database in ${environment.HOURSPACE_DATA_DIR}: start ${company.name} once, or set HOURSPACE_DATA_DIR or DATABASE_URL.`,
    )
  const isRunning = keys.databaseUrl !== '' && (await responds(keys.databaseUrl))
  return isRunning ? keys.databaseUrl : null
}

function embeddedFolder(environment: Environment): string {
  return join(environment.HOURSPACE_DATA_DIR, 'postgres')
}

async function responds(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 5 })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end()
  }
}

async function checkServer(url: string, subject: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    const [server] = await sql<
      { version: string; number: number }[]
    >`select current_setting('server_version') version, current_setting('server_version_num')::int number`
    if (server && server.number < minServerVersion) {
      throw new StartupError(
        `${company.name} requires PostgreSQL 15 or later; ${subject} is version ${server.version}.`,
      )
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`Cannot connect to ${subject}: ${(error as Error).message}`)
  } finally {
    await sql.end()
  }
}

import { join } from 'node:path'
import postgres from 'postgres'
import type { Environment } from './environment.ts'
import { type Keys, saveKeys } from './keys.ts'
import { startPostgres } from './postgres/supervisor.ts'
import { StartProblem } from './problem.ts'
import type { Program } from './program.ts'

const oldestServer = 150_000

/**
 * Opens the database of an installation: the one DATABASE_URL names, or the embedded PostgreSQL in the data folder.
 * Where it is reached is written to `keys.json` at once.
 *
 * @throws StartProblem when it cannot be reached, is too old, or is in use by another start.
 */
export async function openDatabase(
  program: Program,
  environment: Environment,
  keys: Keys,
): Promise<Keys> {
  const own = environment.DATABASE_URL
  const databaseUrl = own
    ? await program.step('PostgreSQL named by DATABASE_URL', async () => own)
    : await program.step(
        (url) => `PostgreSQL 18 on port ${new URL(url).port}`,
        () => openEmbedded(program, environment, keys),
      )
  await checkServer(databaseUrl, own ? 'DATABASE_URL' : 'The embedded PostgreSQL')
  const current = { ...keys, url: environment.SITE_URL, databaseUrl }
  saveKeys(environment.HOURSPACE_DATA_DIR, current)
  return current
}

async function openEmbedded(
  program: Program,
  environment: Environment,
  keys: Keys,
): Promise<string> {
  const cluster = await startPostgres({
    dataDir: join(environment.HOURSPACE_DATA_DIR, 'postgres'),
    password: keys.databasePassword,
    preferredPort: keys.databaseUrl ? Number(new URL(keys.databaseUrl).port) : undefined,
    logFile: join(environment.HOURSPACE_DATA_DIR, 'postgres.log'),
    processes: environment.WORKERS === 1 ? 1 : environment.WORKERS + 1,
    describe: () => environment.SITE_URL,
    onRestart: (message) => console.error(message),
    onGiveUp: (message) => program.fail(new StartProblem(message)),
  })
  program.onClose(cluster.stop)
  return cluster.url
}

async function checkServer(url: string, subject: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    const [server] = await sql<
      { version: string; number: number }[]
    >`select current_setting('server_version') version, current_setting('server_version_num')::int number`
    if (server && server.number < oldestServer) {
      throw new StartProblem(
        `${subject} is PostgreSQL ${server.version}; Hourspace needs 15 or later.`,
      )
    }
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`${subject} does not let us in: ${(error as Error).message}`)
  } finally {
    await sql.end()
  }
}

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { migrate } from '#launch/migrate.ts'
import { isAlive, stopOrphan } from '#launch/postgres/postmaster.ts'
import { startPostgres } from '#launch/postgres/supervisor.ts'
import { templates } from './database.ts'
import { memoryFolder } from './memory-folder.ts'
import { clusterVariable, folderVariable } from './run.ts'

const runs = memoryFolder('tests')
const password = 'test'
const supabaseDir = fileURLToPath(new URL('../../supabase', import.meta.url))

/** Vitest's global setup: one PostgreSQL per run, with a migrated template database. */
export default async function setUp(): Promise<() => Promise<void>> {
  await removeAbandonedRuns()
  const folder = join(runs, String(process.pid))
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { mode: 0o711 })
  // Sets the temporary folder (`os.tmpdir()`) of Vitest's workers, which inherit this variable.
  process.env['TMPDIR'] = temporary
  const cluster = await startPostgres({
    dataDir: join(folder, 'postgres'),
    password,
    logFile: join(folder, 'postgres.log'),
    durable: false,
    describe: () => 'a test run',
  })
  const tearDown = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await createTemplate(cluster.url)
  } catch (error) {
    await tearDown()
    throw error
  }
  process.env[clusterVariable] = cluster.url
  process.env[folderVariable] = folder
  return tearDown
}

async function createTemplate(clusterUrl: string): Promise<void> {
  const sql = postgres(clusterUrl, { max: 1 })
  // Uses one SCRAM iteration, because tests open thousands of connections, and the client computes
  // all iterations for each connection.
  await sql.unsafe(`set scram_iterations = 1; alter role current_user password '${password}'`)
  await sql.unsafe(`create database ${templates.none}`)
  await sql.end()
  const databaseUrl = new URL(clusterUrl)
  databaseUrl.pathname = templates.none
  // With SUPABASE_CLI, the Supabase CLI applies the migrations (docs/hosted-supabase.md).
  const cli = process.env['SUPABASE_CLI']
  if (!cli) return void (await migrate({ databaseUrl: databaseUrl.href, supabaseDir }))
  const { pushToHostedProject } = await import('./hosted-project.ts')
  await pushToHostedProject(databaseUrl.href, cli)
}

async function removeAbandonedRuns(): Promise<void> {
  for (const pid of readdirSync(runs)) {
    if (Number(pid) !== process.pid && isAlive(Number(pid))) continue
    await stopOrphan(join(runs, pid, 'postgres'))
    rmSync(join(runs, pid), { recursive: true, force: true })
  }
}

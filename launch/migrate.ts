import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { otherVersion, StartupError } from './startup-error.ts'

/** Key of the advisory lock that serializes the migrations of several processes. */
const migrationLock = 7_040_021

const backendSqlDir = fileURLToPath(new URL('../backend/sql', import.meta.url))

type MigrateOptions = { databaseUrl: string; supabaseDir: string | null; dryRun?: boolean }

type Migration = { label: string; version: string; name: string; text: string }

/** Version and fingerprint of an applied migration. The fingerprint is null if it is unknown. */
type AppliedRow = { version: string; fingerprint: string | null }

/** A folder of migrations and the table that records which of them were applied. */
type MigrationHistory = {
  folder: string
  createTable: string
  migrations: Migration[]
  applied(sql: Sql): PromiseLike<readonly AppliedRow[]>
  fingerprint(migration: Migration): string
  record(sql: TransactionSql, migration: Migration): Promise<unknown>
}

/**
 * Applies pending migrations, each in its own transaction, and returns their labels; with `dryRun`
 * it applies none. Safe to call concurrently. Throws StartupError when a file fails, or, before any
 * change, when the database was migrated with other files.
 */
export async function migrate({
  databaseUrl,
  supabaseDir,
  dryRun = false,
}: MigrateOptions): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    const histories = [backendHistory()]
    if (supabaseDir) histories.push(projectHistory(supabaseDir))
    // Checks the migration history of all folders before the first change to the database.
    const pending = []
    for (const history of histories) {
      await sql.unsafe(history.createTable).simple()
      const rows = await history.applied(sql)
      const applied = new Map(rows.map(({ version, fingerprint }) => [version, fingerprint]))
      for (const migration of findPending(history, applied)) pending.push({ history, migration })
    }
    if (!dryRun) {
      for (const { history, migration } of pending) await apply(sql, history, migration)
      if (pending.length > 0) await sql`notify pgrst, 'reload schema'`
    }
    return pending.map(({ migration }) => migration.label)
  } finally {
    await sql.end()
  }
}

/**
 * Returns pending migrations. Throws StartupError if the database was migrated with other files.
 */
function findPending(
  { folder, migrations, fingerprint }: MigrationHistory,
  applied: Map<string, string | null>,
): Migration[] {
  const latest = migrations.at(-1)?.version ?? ''
  for (const version of applied.keys()) {
    // Accepts versions after the latest file: a newer process applied them in a rolling update.
    if (version < latest && !migrations.some((migration) => migration.version === version))
      throw otherVersion(`migration ${version} of it is no longer in ${folder}`)
  }
  return migrations.filter((migration) => {
    const appliedFingerprint = applied.get(migration.version)
    if (appliedFingerprint && appliedFingerprint !== fingerprint(migration))
      throw otherVersion(`${migration.label} has changed since it was applied`)
    return appliedFingerprint === undefined
  })
}

async function apply(sql: Sql, history: MigrationHistory, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(migration.text).simple()
      // Resets the search path and role, which a migration may have set, before the next migration.
      await transaction.unsafe('reset all; reset role').simple()
      await history.record(transaction, migration)
    })
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const line = error.position
      ? `:${migration.text.slice(0, Number(error.position)).split('\n').length}`
      : ''
    const detail = [error.message, error.detail, error.hint].filter(Boolean).join('; ')
    throw new StartupError(`${migration.label}${line} fails: ${detail}`)
  }
}

function backendHistory(): MigrationHistory {
  const fingerprint = (migration: Migration) =>
    createHash('sha256').update(migration.text).digest('hex')
  return {
    folder: 'backend/sql',
    createTable: `create schema if not exists hourspace_backend;
      create table if not exists hourspace_backend.migrations (
        version text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
      create table if not exists hourspace_backend.seeds (
        name text primary key,
        seeded_at timestamptz not null default now()
      )`,
    migrations: readMigrations(backendSqlDir, 'backend/sql'),
    fingerprint,
    applied: (sql) =>
      sql<AppliedRow[]>`select version, checksum as fingerprint from hourspace_backend.migrations`,
    record: (sql, migration) =>
      sql`insert into hourspace_backend.migrations (version, checksum)
        values (${migration.version}, ${fingerprint(migration)})`,
  }
}

/**
 * The Supabase CLI's migration history. The CLI splits files into statements, so the text of a
 * migration that the CLI applied cannot be compared with its file.
 */
function projectHistory(supabaseDir: string): MigrationHistory {
  return {
    folder: 'supabase/migrations',
    createTable: `create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key,
        statements text[],
        name text
      )`,
    migrations: readMigrations(join(supabaseDir, 'migrations'), 'supabase/migrations'),
    fingerprint: (migration) => migration.text,
    applied: (sql) => sql<AppliedRow[]>`
      select version, case when cardinality(statements) = 1 then statements[1] end as fingerprint
      from supabase_migrations.schema_migrations`,
    record: (sql, migration) =>
      sql`insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${migration.version}, ${migration.name}, ${[migration.text]})`,
  }
}

function readMigrations(folder: string, label: string): Migration[] {
  let files: string[]
  try {
    files = readdirSync(folder)
  } catch {
    return []
  }
  return files
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const stem = file.slice(0, -4)
      const [, version = stem, name = ''] = /^(\w+?)_(.*)$/.exec(stem) ?? []
      const text = readFileSync(join(folder, file), 'utf8')
      return { label: `${label}/${file}`, version, name, text }
    })
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres, { type ISql, type Sql, type TransactionSql } from 'postgres'
import { newerVersion, otherVersion, StartupError } from './startup-error.ts'
import { isOlderVersion, version as ownVersion } from './version.ts'

/** Advisory lock that serializes migrations of several processes. */
const migrationLock = 7_040_021

const backendSqlDir = fileURLToPath(new URL('../backend/sql', import.meta.url))

/**
 * Matches the line of a migration that names the oldest version of Hourspace that can run on the
 * migrated database.
 */
const minimumVersionLine = /^-- Minimum version: (\d+\.\d+\.\d+)\s*$/m

type MigrateOptions = {
  databaseUrl: string
  supabaseDir: string | null
  dryRun?: boolean
  /** Labels of the migrations to apply, for example those of an older release. Default: all. */
  only?: readonly string[]
}

type Migration = { label: string; version: string; name: string; text: string }

/**
 * An applied migration. `fingerprint` is null if it is unknown. `minimumVersion` is null if the
 * migration names no minimum version.
 */
type AppliedRow = { version: string; fingerprint: string | null; minimumVersion: string | null }

type MigrationHistory = {
  folder: string
  createTable: string
  migrations: Migration[]
  applied(sql: ISql): PromiseLike<readonly AppliedRow[]>
  fingerprint(migration: Migration): string
  record(sql: TransactionSql, migration: Migration): Promise<unknown>
}

/**
 * Applies pending migrations, each in its own transaction, and returns their labels. Concurrent
 * calls are safe. Throws StartupError if a migration fails. If the applied migrations differ from
 * the files, throws StartupError before it applies any.
 */
export async function migrate({
  databaseUrl,
  supabaseDir,
  dryRun = false,
  only,
}: MigrateOptions): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    // Checks the history of all folders before it applies the first migration.
    const pending = []
    for (const history of histories(supabaseDir)) {
      await sql.unsafe(history.createTable).simple()
      const rows = await history.applied(sql)
      for (const migration of findPending(history, rows))
        if (!only || only.includes(migration.label)) pending.push({ history, migration })
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
 * Returns the labels of pending migrations, without a lock. Throws StartupError if the applied
 * migrations differ from the files.
 */
export async function pendingMigrations(sql: Sql, supabaseDir: string | null): Promise<string[]> {
  const pending = []
  for (const history of histories(supabaseDir))
    pending.push(...findPending(history, await history.applied(sql)))
  return pending.map(({ label }) => label)
}

/**
 * Returns the fingerprints of the applied migrations by label. A fingerprint is the migration's
 * SHA-256 hash or its text. It is null if the database does not store the migration as a single
 * statement.
 */
export async function appliedMigrations(
  sql: ISql,
  supabaseDir: string | null,
): Promise<Record<string, string | null>> {
  const applied: Record<string, string | null> = {}
  for (const { folder, migrations, ...history } of histories(supabaseDir)) {
    for (const { version, fingerprint } of await history.applied(sql)) {
      const known = migrations.find((migration) => migration.version === version)
      applied[known?.label ?? `${folder}/${version}`] = fingerprint
    }
  }
  return applied
}

export function knownMigrations(supabaseDir: string | null): Record<string, string> {
  const known = histories(supabaseDir).flatMap(({ migrations, fingerprint }) =>
    migrations.map((migration) => [migration.label, fingerprint(migration)]),
  )
  return Object.fromEntries(known) as Record<string, string>
}

function histories(supabaseDir: string | null): MigrationHistory[] {
  return supabaseDir ? [backendHistory(), projectHistory(supabaseDir)] : [backendHistory()]
}

/**
 * Returns the pending migrations. Throws StartupError if applied migrations differ from the files.
 * Also throws if a newer version applied a migration with which this version cannot run.
 */
function findPending(
  { folder, migrations, fingerprint }: MigrationHistory,
  rows: readonly AppliedRow[],
): Migration[] {
  const latest = migrations.at(-1)?.version ?? ''
  for (const { version, minimumVersion } of rows) {
    if (migrations.some((migration) => migration.version === version)) continue
    if (version < latest) throw otherVersion(`migration ${version} of it is no longer in ${folder}`)
    // Accepts migrations of a newer version during a rolling update, when servers of two versions
    // use the database.
    if (minimumVersion !== null && !isOlderVersion(ownVersion, minimumVersion)) continue
    throw newerVersion(ownVersion, `${folder}/${version}`)
  }
  const applied = new Map(rows.map(({ version, fingerprint }) => [version, fingerprint]))
  return migrations.filter((migration) => {
    const appliedFingerprint = applied.get(migration.version)
    if (appliedFingerprint && appliedFingerprint !== fingerprint(migration))
      throw otherVersion(`${migration.label} has changed since it was applied`)
    return appliedFingerprint === undefined
  })
}

function minimumVersionOf(text: string): string | null {
  return minimumVersionLine.exec(text)?.[1] ?? null
}

async function apply(sql: Sql, history: MigrationHistory, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(migration.text).simple()
      // Resets the search path and role, which the migration may have changed, for the next
      // migration.
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
      alter table hourspace_backend.migrations add column if not exists minimum_version text;
      create table if not exists hourspace_backend.seeds (
        name text primary key,
        seeded_at timestamptz not null default now()
      )`,
    migrations: readMigrations(backendSqlDir, 'backend/sql'),
    fingerprint,
    applied: (sql) =>
      sql<AppliedRow[]>`
        select version, checksum as fingerprint, minimum_version as "minimumVersion"
        from hourspace_backend.migrations`,
    record: (sql, migration) =>
      sql`insert into hourspace_backend.migrations (version, checksum, minimum_version)
        values (${migration.version}, ${fingerprint(migration)},
          ${minimumVersionOf(migration.text)})`,
  }
}

/**
 * Returns the history of the Supabase project. Compares texts only of migrations stored as a single
 * statement, because the Supabase CLI stores each statement of a migration separately.
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
    applied: async (sql) => {
      const rows = await sql<{ version: string; statements: string[] | null }[]>`
        select version, statements from supabase_migrations.schema_migrations`
      return rows.map(({ version, statements }) => ({
        version,
        fingerprint: statements?.length === 1 ? statements[0]! : null,
        minimumVersion: minimumVersionOf(statements?.join('\n') ?? ''),
      }))
    },
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

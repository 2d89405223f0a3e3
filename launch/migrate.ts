import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { StartProblem } from './problem.ts'

/** Any number will do, as long as every Hourspace process takes the same. */
const migrationLock = 7_040_021

const backendSqlDir = fileURLToPath(new URL('../backend/sql', import.meta.url))

/** What {@link migrate} is to apply and to whom. */
type MigrateOptions = {
  /** URL of the database, as its owner. */
  databaseUrl: string
  /** Folder of the Supabase project whose `migrations/` are applied, or null for a bare backend. */
  supabaseDir: string | null
}

type Migration = {
  /** How people find it: path from the project's folder. */
  label: string
  version: string
  name: string
  text: string
}

/** One list of migrations and the table that remembers which of them were applied. */
type Ledger = {
  setUp: string
  migrations: Migration[]
  /** Version and, where known, fingerprint of what was applied. */
  applied(sql: Sql): Promise<Map<string, string | null>>
  fingerprint(migration: Migration): string
  record(sql: TransactionSql, migration: Migration): Promise<unknown>
}

/**
 * Brings a database up to date: the backend's own schemas, then the Supabase project's migrations, each file in one
 * transaction. Several processes may call it at once.
 *
 * @returns the number of files applied.
 * @throws StartProblem when a file fails, or was changed after it had been applied.
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    let count = await bringUpToDate(sql, backendLedger())
    if (options.supabaseDir) count += await bringUpToDate(sql, projectLedger(options.supabaseDir))
    if (count > 0) await sql`notify pgrst, 'reload schema'`
    return count
  } finally {
    await sql.end()
  }
}

async function bringUpToDate(sql: Sql, ledger: Ledger): Promise<number> {
  await sql.unsafe(ledger.setUp).simple()
  const applied = await ledger.applied(sql)
  let count = 0
  for (const migration of ledger.migrations) {
    const fingerprint = applied.get(migration.version)
    if (fingerprint === undefined) {
      await apply(sql, ledger, migration)
      count += 1
    } else if (fingerprint !== null && fingerprint !== ledger.fingerprint(migration)) {
      throw new StartProblem(
        `${migration.label} was changed after it had been applied: restore it and add a new migration, or remove the data folder to start afresh.`,
      )
    }
  }
  return count
}

async function apply(sql: Sql, ledger: Ledger, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(migration.text).simple()
      // A migration may set a search path or a role for itself; the next one starts clean.
      await transaction.unsafe('reset all; reset role').simple()
      await ledger.record(transaction, migration)
    })
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const line = error.position
      ? `:${migration.text.slice(0, Number(error.position)).split('\n').length}`
      : ''
    const detail = [error.message, error.detail, error.hint].filter(Boolean).join('; ')
    throw new StartProblem(`${migration.label}${line} fails: ${detail}`)
  }
}

function backendLedger(): Ledger {
  const fingerprint = (migration: Migration) =>
    createHash('sha256').update(migration.text).digest('hex')
  return {
    setUp: `create schema if not exists hourspace_backend;
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
    applied: async (sql) =>
      new Map(
        (await sql`select version, checksum from hourspace_backend.migrations`).map((row) => [
          row.version,
          row.checksum,
        ]),
      ),
    record: (sql, migration) =>
      sql`insert into hourspace_backend.migrations (version, checksum)
        values (${migration.version}, ${fingerprint(migration)})`,
  }
}

/**
 * The table of Supabase's own command line, which keeps the statements it applied. We keep the file as one statement;
 * what that command line has split cannot be compared and passes.
 */
function projectLedger(supabaseDir: string): Ledger {
  return {
    setUp: `create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key,
        statements text[],
        name text
      )`,
    migrations: readMigrations(join(supabaseDir, 'migrations'), 'supabase/migrations'),
    fingerprint: (migration) => migration.text,
    applied: async (sql) =>
      new Map(
        (
          await sql`
          select version, case when cardinality(statements) = 1 then statements[1] end as text
          from supabase_migrations.schema_migrations`
        ).map((row) => [row.version, row.text]),
      ),
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
      const [, version = '', name = ''] = /^(\w+?)_(.*)\.sql$/.exec(file) ?? [
        '',
        file.slice(0, -4),
        '',
      ]
      const text = readFileSync(join(folder, file), 'utf8')
      return { label: `${label}/${file}`, version, name, text }
    })
}

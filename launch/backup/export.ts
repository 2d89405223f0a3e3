import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import postgres, { type TransactionSql } from 'postgres'
import { z } from 'zod'
import { appliedMigrations } from '#launch/migrate.ts'
import { StartupError } from '#launch/startup-error.ts'
import { version } from '#launch/version.ts'
import { digests } from './manifest.ts'
import { type BackupStore, listTree, openFile, textStream, upload } from './store.ts'

export const exportName = 'export.json'

export const batchSize = 500

const exportSchema = z.object({
  version: z.string(),
  /** PostgreSQL's version, such as 18.1. */
  postgres: z.string(),
  exportedAt: z.iso.datetime(),
  /** The fingerprints of the applied migrations, as `appliedMigrations` returns them. */
  migrations: z.record(z.string(), z.string().nullable()),
  /** Names of tables and columns are quoted as SQL identifiers. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.number(),
    }),
  ),
  /** Sequence values are strings, because they may exceed JavaScript's safe integers. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  files: digests,
})

/**
 * Content of `export.json`, which is written last. A folder without this file is an incomplete
 * export.
 */
export type Export = z.output<typeof exportSchema>

/** Reads `export.json`. Throws StartupError if the export is incomplete. */
export async function readExport(store: BackupStore): Promise<Export> {
  const file = await store.read(exportName)
  try {
    return exportSchema.parse(JSON.parse(await text(file!)))
  } catch {
    throw new StartupError(
      `${store.url} is no complete export: it has no valid ${exportName}. Run hourspace export again.`,
    )
  }
}

/**
 * Returns the path of the file with a table's rows. Each line is a JSON array of a row's values in
 * PostgreSQL's text format, which every version of PostgreSQL reads.
 */
export const tableFile = (name: string): string => `tables/${name}.jsonl.gz`

/**
 * Exports a snapshot of all rows, the uploads and the keys into an empty folder. Throws
 * StartupError if the folder is not empty.
 */
export async function exportData(options: {
  databaseUrl: string
  dataDir: string
  store: BackupStore
  supabaseDir: string | null
}): Promise<Export> {
  const { dataDir, store, supabaseDir } = options
  if ((await store.list('')).length > 0)
    throw new StartupError(`${store.url} is not empty: export into a new folder.`)
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const data = await sql.begin('isolation level repeatable read read only', (transaction) =>
      writeTables(transaction, store, supabaseDir),
    )
    // Copies the files after the rows. Each file is stored before its row, so the export has the
    // file of every exported row.
    const storage = await listTree(join(dataDir, 'storage'), (path) => path.startsWith('uploads/'))
    for (const path of ['keys.json', ...storage.files.map((name) => `storage/${name}`)]) {
      const file = await openFile(join(dataDir, path))
      if (file) data.files[path] = await upload(store, file, path)
    }
    await store.write(exportName, textStream(`${JSON.stringify(data, null, 1)}\n`))
    return data
  } finally {
    await sql.end()
  }
}

async function writeTables(
  sql: TransactionSql,
  store: BackupStore,
  supabaseDir: string | null,
): Promise<Export> {
  const [server] = await sql<{ version: string }[]>`
    select current_setting('server_version') as version`
  const tables = await listTables(sql)
  const files: Export['files'] = {}
  const counted = []
  for (const table of tables) {
    let rows = 0
    async function* lines() {
      const values = table.columns.map(({ name }) => `${name}::text`).join(', ')
      // A table name cannot be a query parameter. The catalog query has quoted this name.
      const query = sql.unsafe<{ line: string }[]>(
        `select to_json(array[${values}]::text[])::text as line from ${table.name}`,
      )
      for await (const batch of query.cursor(batchSize)) {
        rows += batch.length
        yield batch.map(({ line }) => `${line}\n`).join('')
      }
    }
    const file = tableFile(table.name)
    // Ignores stream errors in the callback, because `upload` rejects with the same error.
    files[file] = await upload(
      store,
      pipeline(lines, createGzip({ level: 3 }), () => {}),
      file,
    )
    counted.push({ ...table, rows })
  }
  const sequences = await sql<{ name: string; lastValue: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
    from pg_sequences where last_value is not null`
  return {
    version,
    postgres: server!.version.split(' ')[0]!,
    exportedAt: new Date().toISOString(),
    migrations: await appliedMigrations(sql, supabaseDir),
    tables: counted,
    sequences: [...sequences],
    files,
  }
}

/**
 * Lists the tables to export with their quoted columns. Omits generated columns, unlogged tables
 * and Realtime's messages, which expire. Omits the migration history, which an import writes
 * itself.
 */
async function listTables(
  sql: TransactionSql,
): Promise<Pick<Export['tables'][number], 'name' | 'columns'>[]> {
  return sql<Pick<Export['tables'][number], 'name' | 'columns'>[]>`
    select format('%I.%I', nspname, relname) as name,
      json_agg(json_build_object('name', quote_ident(attname),
        'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and nspname !~ '^(pg_|information_schema$|supabase_migrations$|realtime)'
      and (nspname, relname) <> ('hourspace_backend', 'migrations')
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    group by nspname, relname order by nspname, relname`
}

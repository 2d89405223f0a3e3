import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import postgres, { type TransactionSql } from 'postgres'
import { knownMigrations, migrate } from '#launch/migrate.ts'
import { newerVersion, otherVersion, StartupError } from '#launch/startup-error.ts'
import { version } from '#launch/version.ts'
import { batchSize, type Export, readExport, tableFile } from './export.ts'
import { type BackupStore, download, fillDataFolder } from './store.ts'

/**
 * Imports an export into a new data folder. `open` starts PostgreSQL with an empty database. The
 * role in `databaseUrl` may set `session_replication_role`; the role in `ownerUrl` owns the
 * database. Throws StartupError if the folder or database is not empty, the export is damaged, or
 * this version has other migrations.
 */
export async function importData(options: {
  store: BackupStore
  dataDir: string
  supabaseDir: string | null
  open(dataDir: string): Promise<{ databaseUrl: string; ownerUrl: string; stop(): Promise<void> }>
}): Promise<Export> {
  const { store, supabaseDir } = options
  return fillDataFolder(options.dataDir, 'import', async (draft) => {
    const data = await readExport(store)
    requireSameMigrations(data, supabaseDir)
    await mkdir(draft, { recursive: true, mode: 0o711 })
    await copyFiles(data, store, draft)
    const { databaseUrl, ownerUrl, stop } = await options.open(draft)
    try {
      await requireImportable(databaseUrl)
      await migrate({ databaseUrl: ownerUrl, supabaseDir, only: Object.keys(data.migrations) })
      await readTables(data, draft, databaseUrl)
      await migrate({ databaseUrl: ownerUrl, supabaseDir })
    } finally {
      await stop()
    }
    await rm(join(draft, 'tables'), { recursive: true })
    return data
  })
}

function requireSameMigrations(data: Export, supabaseDir: string | null): void {
  const known = knownMigrations(supabaseDir)
  for (const [label, fingerprint] of Object.entries(data.migrations)) {
    if (!(label in known)) throw newerVersion(version, label)
    if (fingerprint !== null && fingerprint !== known[label])
      throw otherVersion(`${label} has changed since it was applied`)
  }
}

async function copyFiles(data: Export, store: BackupStore, draft: string): Promise<void> {
  for (const [path, { sha256 }] of Object.entries(data.files)) {
    const copied = await download(store, path, join(draft, path))
    if (copied?.sha256 !== sha256)
      throw new StartupError(`${store.url}/${path} is missing or damaged: use another export.`)
  }
}

/**
 * Throws StartupError before the import changes the database, so that the operator can fix the
 * cause and retry.
 */
async function requireImportable(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql<{ exists: boolean }[]>`
      select to_regclass('hourspace_backend.migrations') is not null as exists`
    if (found!.exists) throw new StartupError('The database is not empty: import into a new one.')
    const [role] = await sql<{ name: string; may_import: boolean }[]>`
      select quote_ident(current_user) as name,
        has_parameter_privilege('session_replication_role', 'set') as may_import`
    if (!role!.may_import)
      throw new StartupError(
        `The role ${role!.name} cannot import: as administrator of the database, run "grant set on parameter session_replication_role to ${role!.name}", and repeat the import.`,
      )
  } finally {
    await sql.end()
  }
}

/** Replaces all rows in one transaction, including those that the migrations have inserted. */
async function readTables(data: Export, folder: string, databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.begin(async (transaction) => {
      // Disables triggers and foreign keys, because the exported rows are already consistent.
      await transaction`set local session_replication_role = replica`
      const names = data.tables.map(({ name }) => name)
      await transaction.unsafe(`truncate ${names.join(', ')} cascade`)
      for (const table of data.tables) await readTable(transaction, table, folder)
      for (const { name, lastValue } of data.sequences)
        await transaction`select setval(${name}::regclass, ${lastValue})`
    })
    await sql`analyze`
  } finally {
    await sql.end()
  }
}

async function readTable(
  sql: TransactionSql,
  { name, columns, rows }: Export['tables'][number],
  folder: string,
): Promise<void> {
  const values = columns.map(({ type }, index) => `(value ->> ${index})::${type}`)
  const statement = `insert into ${name} (${columns.map((column) => column.name).join(', ')})
    overriding system value
    select ${values.join(', ')} from json_array_elements($1::text::json) as value`
  let inserted = 0
  let batch: string[] = []
  const insert = async () => {
    if (batch.length > 0) inserted += (await sql.unsafe(statement, [`[${batch.join(',')}]`])).count
    batch = []
  }
  for await (const line of linesOf(join(folder, tableFile(name)))) {
    batch.push(line)
    if (batch.length === batchSize) await insert()
  }
  await insert()
  if (inserted !== rows) throw new StartupError(`${name} has ${inserted} rows instead of ${rows}.`)
}

/** Reads a gzipped file line by line. Node's `readline` would also split at U+2028 inside a value. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  const text = createReadStream(file).pipe(createGunzip()).setEncoding('utf8')
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

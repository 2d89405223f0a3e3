import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Sql } from 'postgres'

export type ReleaseData = {
  version: string
  migrations: string[]
  tables: { name: string; columns: string[]; rows: string[] }[]
  sequences: { name: string; last: string }[]
}

const folder = fileURLToPath(new URL('releases', import.meta.url))
const schemas = ['public', 'auth', 'storage']

export async function dumpData(
  sql: Sql,
  version: string,
  migrations: string[],
): Promise<ReleaseData> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select attrelid::regclass::text as name, array_agg(quote_ident(attname) order by attnum) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace::regnamespace::text in ${sql(schemas)} and relkind in ('r', 'p')
      and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
    group by attrelid order by 1`
  const sequences = await sql<{ name: string; last: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname in ${sql(schemas)} and last_value is not null`
  const filled = []
  for (const table of tables) {
    const found = await sql.unsafe<{ row: string }[]>(
      `select to_json(t)::text as row from (select ${table.columns.join(', ')} from ${table.name}) as t`,
    )
    // Rows are text, because JavaScript would round large numbers.
    filled.push({ ...table, rows: found.map(({ row }) => row) })
  }
  return { version, migrations, tables: filled, sequences: [...sequences] }
}

/**
 * Replaces the rows of a database with those of a release. Disables triggers and foreign keys,
 * because the rows are already consistent.
 */
export async function loadData(sql: Sql, data: ReleaseData): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction.unsafe(`truncate ${data.tables.map(({ name }) => name).join(', ')} cascade`)
    for (const { name, columns, rows } of data.tables) {
      if (rows.length === 0) continue
      const list = columns.join(', ')
      await transaction.unsafe(
        `insert into ${name} (${list}) overriding system value
         select ${list} from json_populate_recordset(null::${name}, $1::text::json)`,
        [`[${rows.join(',')}]`],
      )
    }
    for (const { name, last } of data.sequences)
      await transaction`select setval(${name}::regclass, ${last})`
  })
}

export function writeReleaseData(data: ReleaseData): string {
  const file = `${folder}/${data.version}.json.gz`
  writeFileSync(file, gzipSync(JSON.stringify(data), { level: 9 }))
  return file
}

export function readReleases(): ReleaseData[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json.gz'))
    .map(
      (file) => JSON.parse(gunzipSync(readFileSync(`${folder}/${file}`)).toString()) as ReleaseData,
    )
}

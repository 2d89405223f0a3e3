import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import type { Relation } from './pgoutput.ts'

type Column = { name: string; type: string }

type TableShape = {
  /** The columns a role may read. */
  columns: Column[]
  key: { name: string; type: string }[]
}

const cacheLimit = 500

/** What a caller may see of a changed row: row-level security and column grants decide, in SQL. */
export class ReadableRows {
  readonly #database: Database
  readonly #shapes = new Map<string, Promise<TableShape>>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Columns of a table that `role` may read; empty when it may read none. */
  async columns(role: string, schema: string, table: string): Promise<Column[]> {
    return (await this.#shape(role, schema, table)).columns
  }

  /** The row as `caller` reads it now, or null when it is not theirs to see. */
  async read(
    caller: Caller,
    { schema, table }: Relation,
    keyValues: Record<string, string>,
  ): Promise<Record<string, unknown> | null> {
    const { columns, key } = await this.#shape(caller.role, schema, table)
    if (columns.length === 0 || key.length === 0) return null
    const list = columns.map(({ name }) => quote(name)).join(', ')
    const where = key.map(
      ({ name, type }, index) => `${quote(name)} = $${index + 1}::text::${type}`,
    )
    const statement = {
      text: `select row_to_json(r)::text from (
          select ${list} from ${quote(schema)}.${quote(table)}
          where ${where.join(' and ')}
        ) r`,
      values: key.map(({ name }) => keyValues[name] ?? null),
    }
    const [rows] = await this.#database.queryTexts(caller, [statement], { readOnly: true })
    const record = rows?.[0]?.[0]
    return record ? (JSON.parse(record.toString()) as Record<string, unknown>) : null
  }

  /** Forgets the tables' shapes, as after a migration. */
  forget(): void {
    this.#shapes.clear()
  }

  #shape(role: string, schema: string, table: string): Promise<TableShape> {
    const id = JSON.stringify([role, schema, table])
    let shape = this.#shapes.get(id)
    if (!shape) {
      if (this.#shapes.size >= cacheLimit) this.#shapes.clear()
      shape = this.#load(role, schema, table)
      shape.catch(() => this.#shapes.delete(id))
      this.#shapes.set(id, shape)
    }
    return shape
  }

  async #load(role: string, schema: string, table: string): Promise<TableShape> {
    const rows = await this.#database.owner<
      { name: string; type: string; sql_type: string; readable: boolean; is_key: boolean }[]
    >`
      select
        attname as name,
        typname as type,
        format_type(atttypid, atttypmod) as sql_type,
        has_column_privilege(${role}, attrelid, attnum, 'select') as readable,
        coalesce(attnum = any (indkey::int2[]), false) as is_key
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_type on pg_type.oid = atttypid
      left join pg_index on indrelid = attrelid and indisprimary
      where nspname = ${schema} and relname = ${table} and attnum > 0 and not attisdropped
      order by attnum`
    return {
      columns: rows.filter((row) => row.readable).map(({ name, type }) => ({ name, type })),
      key: rows.filter((row) => row.is_key).map(({ name, sql_type }) => ({ name, type: sql_type })),
    }
  }
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

import type { Database } from '#backend/platform/database.ts'

export type RoleRights = {
  /** Whether the role bypasses row-level security. */
  seesEveryRow: boolean
  columns: ReadonlySet<string>
}

export type TableShape = {
  /** Table name for SQL, with schema and quotes, or null if the table was dropped. */
  sqlName: string | null
  isSecured: boolean
  key: readonly { name: string; sqlName: string }[]
  rights: ReadonlyMap<string, RoleRights>
}

type Row = {
  table_name: string
  secured: boolean
  name: string
  sql_name: string
  key_place: number | null
  readers: string[] | null
}

/** Cache time in milliseconds, which is short because the WAL does not report changed grants. */
const cacheMs = 2_000

/** Caches each table's primary key, row-level security and the columns that each role may read. */
export class TableShapes {
  readonly #database: Database
  /**
   * Table properties by `Relation` object of pgoutput.ts. After ALTER TABLE, PostgreSQL sends the
   * table definition again, so a new object replaces the old one and its cached properties.
   */
  #known = new WeakMap<object, { shape: Promise<TableShape>; until: number }>()
  readonly #roles = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns a table's primary key and the rights of `roles` on the table, at most 2 s old. */
  async get(relation: { id: number }, roles: Iterable<string>): Promise<TableShape> {
    for (const role of roles) {
      if (this.#roles.has(role)) continue
      this.#roles.add(role)
      this.#known = new WeakMap()
    }
    const known = this.#known.get(relation)
    if (known && known.until > Date.now()) return known.shape
    const shape = this.#load(relation.id)
    shape.catch(() => this.#known.delete(relation))
    this.#known.set(relation, { shape, until: Date.now() + cacheMs })
    return shape
  }

  async #load(relationId: number): Promise<TableShape> {
    const names = JSON.stringify([...this.#roles])
    const [rows, roles] = await Promise.all([
      this.#database.owner<Row[]>`
        select format('%I.%I', nspname, relname) as table_name, relrowsecurity as secured,
          attname as name, format_type(atttypid, atttypmod) as sql_name,
          array_position(indkey::int2[], attnum) as key_place,
          (
            select json_agg(rolname) from pg_roles
            where rolname in (select json_array_elements_text(${names}::text::json))
              and has_column_privilege(pg_roles.oid, attrelid, attnum, 'select')
              and has_schema_privilege(pg_roles.oid, relnamespace, 'usage')
          ) as readers
        from pg_attribute
        join pg_class on pg_class.oid = attrelid
        join pg_namespace on pg_namespace.oid = relnamespace
        left join pg_index on indrelid = attrelid and indisprimary
        where attrelid = ${relationId}::int8::oid and attnum > 0 and not attisdropped
        order by key_place`,
      this.#database.owner<{ name: string; all: boolean }[]>`
        select rolname as name, rolsuper or rolbypassrls as all
        from pg_roles
        where rolname in (select json_array_elements_text(${names}::text::json))`,
    ])
    return {
      sqlName: rows[0]?.table_name ?? null,
      isSecured: rows[0]?.secured ?? true,
      key: rows
        .filter(({ key_place }) => key_place !== null)
        .map(({ name, sql_name }) => ({ name, sqlName: sql_name })),
      rights: new Map(
        roles.map(({ name, all }) => [
          name,
          {
            seesEveryRow: all,
            columns: new Set(
              rows.filter((row) => row.readers?.includes(name)).map((row) => row.name),
            ),
          },
        ]),
      ),
    }
  }
}

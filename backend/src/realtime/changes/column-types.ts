import type { Database } from '#backend/platform/database.ts'

/** Type properties for JSON conversion and comparisons. A domain counts as its base type. */
export type ColumnType = {
  /** Type name in pg_type, such as `int8`, `_text` or the name of an enum. */
  name: string
  /** Type name in pg_type. For a domain, the name of its base type. */
  base: string
  kind: 'bool' | 'number' | 'json' | 'timestamp' | 'timestamptz' | 'array' | 'row' | 'enum' | 'text'
  sqlName: string
  element?: { type: ColumnType; delimiter: string }
  fields?: { name: string; type: ColumnType }[]
}

type TypeRow = {
  oid: number
  name: string
  sql_name: string
  type: string
  category: string
  base: number
  element: number
  delimiter: string
  fields: [name: string, type: number][] | null
}

const kinds: Record<string, ColumnType['kind']> = {
  bool: 'bool',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'json',
  jsonb: 'json',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
}

const unknownType: ColumnType = { name: 'unknown', base: 'unknown', kind: 'text', sqlName: 'text' }

/** Cache of the database's types by OID. */
export class ColumnTypes {
  readonly #database: Database
  #types = new Map<number, ColumnType>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns a type that `learn` has loaded, or `text` for a type that was dropped since then. */
  get(id: number): ColumnType {
    return this.#types.get(id) ?? unknownType
  }

  async learn(ids: Iterable<number>): Promise<void> {
    if ([...ids].every((id) => this.#types.has(id))) return
    const wanted = JSON.stringify([...new Set([...ids, ...this.#types.keys()])])
    const rows = await this.#database.owner<TypeRow[]>`
      with recursive needed (id) as (
        select json_array_elements_text(${wanted}::text::json)::int8::oid
        union
        select part from needed join pg_type on oid = id
        cross join lateral (
          select typbasetype union all select typelem union all
          select atttypid from pg_attribute
          where typtype = 'c' and attrelid = typrelid and attnum > 0 and not attisdropped
        ) parts (part)
        where part <> 0
      )
      select t.oid::int8::float8 as oid, t.typname as name, format_type(t.oid, null) as sql_name,
        t.typtype as type, t.typcategory as category, t.typbasetype::int8::float8 as base,
        t.typelem::int8::float8 as element, e.typdelim as delimiter,
        case when t.typtype = 'c' then (
          select json_agg(json_build_array(attname, atttypid::int8) order by attnum)
          from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped
        ) end as fields
      from needed join pg_type t on t.oid = id left join pg_type e on e.oid = t.typelem`
    const known = new Map(rows.map((row) => [Number(row.oid), row]))
    this.#types = new Map()
    for (const id of known.keys()) this.#add(id, known)
  }

  #add(id: number, known: ReadonlyMap<number, TypeRow>): ColumnType {
    const done = this.#types.get(id)
    const row = known.get(id)
    if (done || !row) return done ?? unknownType
    const { name } = row
    const kind = row.type === 'e' ? 'enum' : (kinds[name] ?? 'text')
    const type: ColumnType = { name, base: name, kind, sqlName: row.sql_name }
    // Registers a type before its fields, because a composite type may contain an array of itself.
    this.#types.set(id, type)
    if (row.type === 'd') {
      const { base, kind: baseKind, element, fields } = this.#add(Number(row.base), known)
      Object.assign(type, { base, kind: baseKind, element, fields })
    } else if (row.category === 'A' && Number(row.element) !== 0) {
      type.kind = 'array'
      type.element = { type: this.#add(Number(row.element), known), delimiter: row.delimiter }
    } else if (row.type === 'c') {
      type.kind = 'row'
      type.fields = (row.fields ?? []).map(([name, field]) => ({
        name,
        type: this.#add(field, known),
      }))
    }
    return type
  }
}

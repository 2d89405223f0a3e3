import type { ColumnType, ColumnTypes } from './column-types.ts'
import { jsonOf } from './json-value.ts'
import type { RowChange, Tuple } from './pgoutput.ts'
import type { RoleRights, TableShape } from './table-shapes.ts'

/** Limit of a change in hosted Supabase. Larger changes are sent with short values only. */
const maxChangeBytes = 1024 * 1024
const maxShortValueBytes = 64

/** A change with everything needed to serialize it. Results are cached, since all receivers share them. */
export class ChangePayload {
  readonly change: RowChange
  readonly shape: TableShape
  readonly types: readonly ColumnType[]
  /** Indexes of the primary key columns; empty for a table without primary key. */
  readonly #keyPlaces: readonly number[]
  readonly #isTooLarge: boolean
  readonly #json = new Map<Tuple, (string | undefined)[]>()
  readonly #views = new Map<string, string>()
  #row: Tuple | null

  constructor(change: RowChange, shape: TableShape, types: ColumnTypes) {
    this.change = change
    this.shape = shape
    const { columns } = change.relation
    this.types = columns.map(({ typeId }) => types.get(typeId))
    const places = shape.key.map(({ name }) => columns.findIndex((column) => column.name === name))
    this.#keyPlaces = places.includes(-1) ? [] : places
    this.#row =
      change.row && change.row.map((value, index) => value ?? this.#unchanged(value, index))
    const sizes = [change.row, change.old].map((tuple) =>
      (tuple ?? []).reduce((sum, value) => sum + (value?.length ?? 0), 0),
    )
    this.#isTooLarge = sizes.some((size) => size > maxChangeBytes)
  }

  get hasKey(): boolean {
    return this.#keyPlaces.length > 0
  }

  /** Primary key of the row after the change; before it for a deletion. */
  get key(): (string | null)[] {
    const tuple = this.#row ?? this.change.old
    return this.#keyPlaces.map((place) => tuple?.[place] ?? null)
  }

  /** Large (TOAST) columns that the WAL omits because they did not change. */
  get missing(): string[] {
    return this.change.relation.columns.flatMap(({ name }, index) =>
      this.#row && this.#row[index] === undefined ? [name] : [],
    )
  }

  /** Sets the values of the columns in `missing`. */
  complete(values: readonly (string | null)[]): void {
    const rest = [...values]
    this.#row = this.#row && this.#row.map((value) => (value === undefined ? rest.shift() : value))
  }

  /**
   * Value for filters: from the new row, or from the known part of a deleted one. With row-level security
   * that part is the key, since policies can no longer be evaluated on a deleted row.
   */
  value(column: string): { text: string | null | undefined; type: ColumnType } | null {
    const place = this.change.relation.columns.findIndex(({ name }) => name === column)
    const type = this.types[place]
    const isHidden =
      this.change.type === 'DELETE' && this.shape.isSecured && !this.#keyPlaces.includes(place)
    if (type && isHidden) return { text: undefined, type }
    return type ? { text: (this.#row ?? this.change.old)?.[place], type } : null
  }

  mayRead(rights: RoleRights): boolean {
    return this.shape.key.every(({ name }) => rights.columns.has(name))
  }

  /** Serializes the change for a role; `select` limits the columns, except those of the key. */
  json(role: string, rights: RoleRights, select: readonly string[] | null): string {
    const id = JSON.stringify([role, select])
    const known = this.#views.get(id)
    if (known !== undefined) return known
    const made = this.#write(rights, select)
    this.#views.set(id, made)
    return made
  }

  #write(rights: RoleRights, select: readonly string[] | null): string {
    const { type, relation, old, committedAt } = this.change
    const about = `"schema":${JSON.stringify(relation.schema)},"table":${JSON.stringify(relation.table)},"type":"${type}","commit_timestamp":"${committedAt.toISOString()}"`
    if (type !== 'DELETE' && !this.hasKey) {
      return `{${about},"errors":["Error 400: Bad Request, no primary key"]}`
    }
    if (!this.mayRead(rights)) return `{${about},"errors":["Error 401: Unauthorized"]}`
    const places = relation.columns.flatMap(({ name }, index) => {
      const isWanted = select === null || select.includes(name) || this.#keyPlaces.includes(index)
      return isWanted && rights.columns.has(name) ? [index] : []
    })
    const columns = places.map((place) => ({
      name: relation.columns[place]?.name,
      type: this.types[place]?.name,
    }))
    const parts = [about, `"columns":${JSON.stringify(columns)}`]
    if (this.#row) parts.push(`"record":${this.#object(this.#row, places)}`)
    if (type === 'UPDATE') parts.push(`"old_record":${this.#old(old, places)}`)
    if (type === 'DELETE') {
      // Only the key: policies cannot be evaluated on a deleted row.
      const isKey = (place: number) => !this.shape.isSecured || this.#keyPlaces.includes(place)
      parts.push(`"old_record":${this.#old(old, places.filter(isKey))}`)
    }
    parts.push(`"errors":${this.#isTooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`)
    return `{${parts.join(',')}}`
  }

  /** The old row if the WAL contains it (replica identity full), otherwise its key. */
  #old(old: Tuple | null, places: readonly number[]): string {
    if (this.change.relation.identity === 'full') return this.#object(old ?? [], places)
    return this.#object(
      old ?? this.#row ?? [],
      places.filter((place) => this.#keyPlaces.includes(place)),
    )
  }

  #object(tuple: Tuple, places: readonly number[]): string {
    let json = this.#json.get(tuple)
    if (!json) this.#json.set(tuple, (json = []))
    const members: string[] = []
    for (const place of places) {
      const text = tuple[place]
      const type = this.types[place]
      if (text === undefined || !type) continue
      if (this.#isTooLarge && (text?.length ?? 0) > maxShortValueBytes) continue
      const value = (json[place] ??= jsonOf(text, type))
      members.push(`${JSON.stringify(this.change.relation.columns[place]?.name)}:${value}`)
    }
    return `{${members.join(',')}}`
  }

  /** With replica identity full, an unchanged TOAST value is in the old row. */
  #unchanged(value: null | undefined, index: number): string | null | undefined {
    return value === null ? null : this.change.old?.[index]
  }
}

import { getOrCreate } from '#backend/platform/get-or-create.ts'
import type { ColumnType, ColumnTypes } from './column-types.ts'
import { jsonOf } from './json-value.ts'
import { textLength, type RowChange, type Tuple } from './pgoutput.ts'
import type { RoleRights, TableShape } from './table-shapes.ts'

/** Maximum length of a row's values in characters. Changes of longer rows omit long values. */
const maxChangeBytes = 1024 * 1024
const maxShortValueBytes = 64

/** A change to send. Its JSON is built once for each role and column selection. */
export class ChangePayload {
  readonly change: RowChange
  readonly shape: TableShape
  readonly types: readonly ColumnType[]
  /** Indexes of the primary key columns. The list is empty for a table without a primary key. */
  readonly #keyIndexes: readonly number[]
  readonly #isTooLarge: boolean
  readonly #json = new Map<Tuple, (string | undefined)[]>()
  readonly #views = new Map<string, string>()
  #row: Tuple | null

  constructor(change: RowChange, shape: TableShape, types: ColumnTypes) {
    this.change = change
    this.shape = shape
    const { columns } = change.relation
    this.types = columns.map(({ typeId }) => types.get(typeId))
    const indexes = shape.key.map(({ name }) => columns.findIndex((column) => column.name === name))
    this.#keyIndexes = indexes.includes(-1) ? [] : indexes
    this.#row =
      change.row && change.row.map((value, index) => value ?? this.#unchanged(value, index))
    this.#isTooLarge = [change.row, change.old].some((tuple) => textLength(tuple) > maxChangeBytes)
  }

  get hasKey(): boolean {
    return this.#keyIndexes.length > 0
  }

  /** Primary key of the row after the change or, for a deletion, before the change. */
  get key(): (string | null)[] {
    const tuple = this.#row ?? this.change.old
    return this.#keyIndexes.map((index) => tuple?.[index] ?? null)
  }

  /** Large columns (TOAST) that the WAL omits because the change did not modify them. */
  get missing(): string[] {
    return this.change.relation.columns.flatMap(({ name }, index) =>
      this.#row && this.#row[index] === undefined ? [name] : [],
    )
  }

  complete(values: readonly (string | null)[]): void {
    const rest = [...values]
    this.#row = this.#row && this.#row.map((value) => (value === undefined ? rest.shift() : value))
  }

  /**
   * Returns a column's value for filters, or null for an unknown column. `text` is undefined if the
   * value is hidden or not in the WAL.
   */
  value(column: string): { text: string | null | undefined; type: ColumnType } | null {
    const index = this.change.relation.columns.findIndex(({ name }) => name === column)
    const type = this.types[index]
    const isHidden =
      this.change.type === 'DELETE' && this.shape.isSecured && !this.#keyIndexes.includes(index)
    if (type && isHidden) return { text: undefined, type }
    return type ? { text: (this.#row ?? this.change.old)?.[index], type } : null
  }

  mayRead(rights: RoleRights): boolean {
    return this.shape.key.every(({ name }) => rights.columns.has(name))
  }

  /**
   * Returns the change as JSON for a role. `select` limits the columns but never removes the key.
   */
  json(role: string, rights: RoleRights, select: readonly string[] | null): string {
    const id = JSON.stringify([role, select])
    return getOrCreate(this.#views, id, () => this.#write(rights, select))
  }

  #write(rights: RoleRights, select: readonly string[] | null): string {
    const { type, relation, old, committedAt } = this.change
    const about = `"schema":${JSON.stringify(relation.schema)},"table":${JSON.stringify(relation.table)},"type":"${type}","commit_timestamp":"${committedAt.toISOString()}"`
    if (type !== 'DELETE' && !this.hasKey) {
      return `{${about},"errors":["Error 400: Bad Request, no primary key"]}`
    }
    if (!this.mayRead(rights)) return `{${about},"errors":["Error 401: Unauthorized"]}`
    const indexes = relation.columns.flatMap(({ name }, index) => {
      const isWanted = select === null || select.includes(name) || this.#keyIndexes.includes(index)
      return isWanted && rights.columns.has(name) ? [index] : []
    })
    const columns = indexes.map((index) => ({
      name: relation.columns[index]?.name,
      type: this.types[index]?.name,
    }))
    const parts = [about, `"columns":${JSON.stringify(columns)}`]
    if (this.#row) parts.push(`"record":${this.#object(this.#row, indexes)}`)
    if (type === 'UPDATE') parts.push(`"old_record":${this.#old(old, indexes)}`)
    if (type === 'DELETE') {
      // Policies cannot check deleted rows, so with row-level security only the key is sent.
      const isKey = (index: number) => !this.shape.isSecured || this.#keyIndexes.includes(index)
      parts.push(`"old_record":${this.#old(old, indexes.filter(isKey))}`)
    }
    parts.push(`"errors":${this.#isTooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`)
    return `{${parts.join(',')}}`
  }

  /** Returns the old row with replica identity full, otherwise the old key. */
  #old(old: Tuple | null, indexes: readonly number[]): string {
    if (this.change.relation.identity === 'full') return this.#object(old ?? [], indexes)
    return this.#object(
      old ?? this.#row ?? [],
      indexes.filter((index) => this.#keyIndexes.includes(index)),
    )
  }

  #object(tuple: Tuple, indexes: readonly number[]): string {
    const json = getOrCreate(this.#json, tuple, () => [])
    const members: string[] = []
    for (const index of indexes) {
      const text = tuple[index]
      const type = this.types[index]
      if (text === undefined || !type) continue
      if (this.#isTooLarge && (text?.length ?? 0) > maxShortValueBytes) continue
      const value = (json[index] ??= jsonOf(text, type))
      members.push(`${JSON.stringify(this.change.relation.columns[index]?.name)}:${value}`)
    }
    return `{${members.join(',')}}`
  }

  /**
   * Reads an unchanged TOAST value from the old row, which contains the value with replica identity
   * full.
   */
  #unchanged(value: null | undefined, index: number): string | null | undefined {
    return value === null ? null : this.change.old?.[index]
  }
}

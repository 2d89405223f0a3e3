import type { Relation } from './schema.ts'

/** A relation while the schema is being put together, its columns by their number. */
export type LoadedRelation = {
  relation: Relation
  columnNames: ReadonlyMap<number, string>
  uniqueKeys: string[][]
}

/** By oid. */
export type LoadedRelations = ReadonlyMap<string, LoadedRelation>

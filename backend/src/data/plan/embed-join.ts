import type { ComputedRelationship, Relationship } from '../schema/schema.ts'
import { columnSql, type Source } from './source.ts'
import { identifier, qualifiedName } from './sql.ts'

export function isToOne(relationship: Relationship | ComputedRelationship): boolean {
  return 'kind' in relationship ? relationship.isToOne : relationship.cardinality.endsWith('to-one')
}

/** Returns the columns of the parent relation that a relationship joins on. */
export function ownColumns(relationship: Relationship | ComputedRelationship): Iterable<string> {
  if ('kind' in relationship) return relationship.from.columns.keys()
  const pairs = relationship.junction?.fromColumns ?? relationship.columns
  return pairs.map(([own]) => own)
}

/** Returns the SQL for an embedded relation, and the conditions that join it to its parent. */
export function joinSql(
  relationship: Relationship | ComputedRelationship,
  parent: Source,
  source: Source,
): { from: string; join: string[] } {
  if ('kind' in relationship) {
    // The cast to the parent's row type selects the right overload of the relationship's function.
    const row = `${parent.alias}::${qualifiedName(relationship.from)}`
    return { from: `${qualifiedName(relationship)}(${row}) as ${source.alias}`, join: [] }
  }
  const target = `${qualifiedName(relationship.to)} as ${source.alias}`
  const { junction } = relationship
  if (!junction) {
    const join = relationship.columns.map(
      ([own, other]) => `${columnSql(source, other)} = ${columnSql(parent, own)}`,
    )
    return { from: target, join }
  }
  const through = `${source.alias}_through`
  const from = `${target}, ${qualifiedName(junction.relation)} as ${through}`
  const join = [
    ...junction.fromColumns.map(
      ([own, column]) => `${through}.${identifier(column)} = ${columnSql(parent, own)}`,
    ),
    ...junction.toColumns.map(
      ([column, other]) => `${through}.${identifier(column)} = ${columnSql(source, other)}`,
    ),
  ]
  return { from, join }
}

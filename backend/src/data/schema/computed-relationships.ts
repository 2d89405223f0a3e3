import type { ComputedRelationship, DatabaseFunction, Relation } from './schema.ts'

/**
 * The relationship that a function of one row of `from` makes: to one where it gives one row, to
 * many where it gives a set. Null for a function that gives something else than rows of a relation.
 */
export function toComputedRelationship(
  from: Relation,
  { schema, name, result, givesOneRow }: DatabaseFunction,
): ComputedRelationship | null {
  if (result.kind !== 'rows' || !result.relation) return null
  const isToOne = !result.isSet || givesOneRow
  return { kind: 'computed', schema, name, from, to: result.relation, isToOne }
}

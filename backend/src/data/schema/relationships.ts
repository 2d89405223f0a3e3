import type { Junction, Relation, Relationship } from './schema.ts'

export type ForeignKey = {
  constraint: string
  from: Relation
  to: Relation
  columns: readonly (readonly [string, string])[]
  /** Foreign key between the underlying tables, if `from` or `to` is a view. */
  inheritedFrom?: ForeignKey
}

type Keyed = { relation: Relation; uniqueKeys: readonly (readonly string[])[] }

/** Finds relationships from foreign keys, in both directions and through junctions. */
export function findRelationships(
  foreignKeys: readonly ForeignKey[],
  relations: readonly Keyed[],
): Map<Relation, Relationship[]> {
  const found = new Map<Relation, Relationship[]>()
  const add = (relationship: Relationship) => {
    const known = found.get(relationship.from)
    if (known) known.push(relationship)
    else found.set(relationship.from, [relationship])
  }

  const uniqueKeys = new Map(relations.map((each) => [each.relation, each.uniqueKeys]))
  for (const key of foreignKeys) {
    const stored = key.inheritedFrom ?? key
    const own = stored.columns.map(([column]) => column)
    const isUnique = (uniqueKeys.get(stored.from) ?? []).some((unique) => sameNames(unique, own))
    const shared = { constraint: key.constraint, junction: null }
    add({
      ...shared,
      from: key.from,
      to: key.to,
      cardinality: isUnique ? 'one-to-one' : 'many-to-one',
      columns: key.columns,
      isReferencing: true,
    })
    add({
      ...shared,
      from: key.to,
      to: key.from,
      cardinality: isUnique ? 'one-to-one' : 'one-to-many',
      columns: key.columns.map(([a, b]) => [b, a] as const),
      isReferencing: false,
    })
  }

  for (const relationship of throughJunctions(foreignKeys)) add(relationship)
  return found
}

/** Finds many-to-many relationships. A junction's primary key contains two foreign keys. */
function throughJunctions(foreignKeys: readonly ForeignKey[]): Relationship[] {
  const byRelation = Map.groupBy(foreignKeys, (key) => key.from)
  const relationships: Relationship[] = []
  for (const [relation, keys] of byRelation) {
    const inPrimaryKey = keys.filter((key) =>
      key.columns.every(([column]) => relation.primaryKey.includes(column)),
    )
    for (const a of inPrimaryKey) {
      for (const b of inPrimaryKey) {
        if (a === b || a.constraint === b.constraint) continue
        const junction: Junction = {
          relation,
          fromConstraint: a.constraint,
          toConstraint: b.constraint,
          fromColumns: a.columns.map(([own, other]) => [other, own] as const),
          toColumns: b.columns,
        }
        relationships.push({
          from: a.to,
          to: b.to,
          cardinality: 'many-to-many',
          constraint: relation.name,
          columns: [],
          junction,
          isReferencing: false,
        })
      }
    }
  }
  return relationships
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name))
}

/** A relation with its columns by column number, while the schema is being loaded. */
export type LoadedRelation = {
  relation: Relation
  columnNames: ReadonlyMap<number, string>
  uniqueKeys: string[][]
}

/** Relations by their oid in pg_class. */
export type LoadedRelations = ReadonlyMap<string, LoadedRelation>

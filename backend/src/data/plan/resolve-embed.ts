import type { Embed } from '../request/query.ts'
import { ApiError } from '../respond/errors.ts'
import type { ComputedRelationship, Relation, Relationship, Schema } from '../schema/schema.ts'
import { closestName } from './closest-name.ts'

/** Finds the relationship of an embed. Throws ApiError PGRST200 (none) or PGRST201 (several). */
export function resolveEmbed(
  schema: Schema,
  from: Relation,
  embed: Embed,
): Relationship | ComputedRelationship {
  const computed = schema.computedRelationships
    .get(from)
    ?.filter(({ name, schema }) => name === embed.name && schema === from.schema)
  if (computed?.[0]) return computed[0]
  const all = schema.relationships.get(from) ?? []
  const everywhere = all.filter((each) => matches(each, embed.name, embed.hint))
  const near = everywhere.filter((each) => each.to.schema === from.schema)
  const found = near.length > 0 ? near : everywhere
  const [only] = found
  if (!only) throw notFound(from, embed, all)
  if (found.length > 1) throw ambiguous(from, embed, found)
  return only
}

function matches(relationship: Relationship, name: string, hint: string | null): boolean {
  const { from, to, constraint, isReferencing } = relationship
  const isSelf = from === to && !relationship.junction
  if (to.name === name && !(isSelf && isReferencing)) {
    return hint === null || hints(relationship).includes(hint)
  }
  // An embed can name the foreign key or its column instead of the referenced relation.
  const column = singleColumn(relationship.columns, 0)
  const isNamedByKey = constraint === name && !relationship.junction && !(isSelf && !isReferencing)
  if (!isNamedByKey && !(isReferencing && column === name)) return false
  return hint === null ? to.kind === 'table' : to.name === hint
}

function hints(relationship: Relationship): (string | null)[] {
  const { from, to, constraint, columns, junction } = relationship
  if (junction) {
    const { relation, fromConstraint, toConstraint } = junction
    // For a junction of a relation with itself, the first foreign key identifies the direction.
    return from === to ? [fromConstraint] : [relation.name, fromConstraint, toConstraint]
  }
  return [constraint, singleColumn(columns, 0), singleColumn(columns, 1)]
}

function singleColumn(columns: Relationship['columns'], side: 0 | 1): string | null {
  return columns.length === 1 ? (columns[0]?.[side] ?? null) : null
}

function notFound(from: Relation, embed: Embed, all: readonly Relationship[]): ApiError {
  const names = new Set(all.map((each) => each.to.name))
  const closest = names.has(embed.name) ? null : closestName(embed.name, names)
  const using = embed.hint === null ? '' : ` using the hint '${embed.hint}'`
  const between = `between '${from.name}' and '${embed.name}'`
  const message = `Could not find a relationship ${between} in the schema cache`
  return new ApiError(400, 'PGRST200', message, {
    details: `Searched for a foreign key relationship ${between}${using} in the schema '${from.schema}', but no matches were found.`,
    hint: closest ? `Perhaps you meant '${closest}' instead of '${embed.name}'.` : null,
  })
}

function ambiguous(from: Relation, embed: Embed, found: readonly Relationship[]): ApiError {
  const list = (names: readonly string[]) => names.join(', ')
  const details = found.map((each) => ({
    cardinality: each.cardinality,
    embedding: `${from.name} with ${each.to.name}`,
    relationship: each.junction
      ? `${each.junction.relation.name} using ${each.junction.fromConstraint}(${list(each.junction.fromColumns.map(([, own]) => own))}) and ${each.junction.toConstraint}(${list(each.junction.toColumns.map(([own]) => own))})`
      : `${each.constraint} using ${from.name}(${list(each.columns.map(([own]) => own))}) and ${each.to.name}(${list(each.columns.map(([, other]) => other))})`,
  }))
  const choices = found.map((each) => `'${each.to.name}!${each.constraint}'`)
  const message = `Could not embed because more than one relationship was found for '${from.name}' and '${embed.name}'`
  const hint = `Try changing '${embed.name}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`
  return new ApiError(300, 'PGRST201', message, { details, hint })
}

import type { Relation } from '../schema/schema.ts'

type Reference = { $ref: string }

export function describeParameters(relations: readonly Relation[]): Record<string, object> {
  return {
    preferParams: prefer([]),
    preferReturn: prefer(['return=representation', 'return=minimal', 'return=none']),
    preferCount: prefer(['count=none']),
    preferPost: prefer([
      'return=representation',
      'return=minimal',
      'return=none',
      'resolution=ignore-duplicates',
      'resolution=merge-duplicates',
    ]),
    select: text('query', 'select', 'Filtering Columns'),
    on_conflict: text('query', 'on_conflict', 'On Conflict'),
    order: text('query', 'order', 'Ordering'),
    range: text('header', 'Range', 'Limiting and Pagination'),
    rangeUnit: { ...text('header', 'Range-Unit', 'Limiting and Pagination'), default: 'items' },
    offset: text('query', 'offset', 'Limiting and Pagination'),
    limit: text('query', 'limit', 'Limiting and Pagination'),
    ...Object.fromEntries(relations.flatMap(parametersOf)),
  }
}

export function ref(name: string): Reference {
  return { $ref: `#/parameters/${name}` }
}

export function bodyRef(relation: string): Reference {
  return ref(`body.${relation}`)
}

export function filterRef(relation: string, column: string): Reference {
  return ref(`rowFilter.${relation}.${column}`)
}

function parametersOf({ name, columns }: Relation): [string, object][] {
  const body = {
    in: 'body',
    name,
    description: name,
    required: false,
    schema: { $ref: `#/definitions/${name}` },
  }
  const filters = [...columns.values()].map((column): [string, object] => [
    `rowFilter.${name}.${column.name}`,
    text('query', column.name, column.comment),
  ])
  return [[`body.${name}`, body], ...filters]
}

function text(place: 'query' | 'header', name: string, description: string | null): object {
  return {
    in: place,
    name,
    ...(description !== null && { description }),
    required: false,
    type: 'string',
  }
}

function prefer(values: readonly string[]): object {
  const parameter = text('header', 'Prefer', 'Preference')
  return values.length > 0 ? { ...parameter, enum: values } : parameter
}

import type { Column, Relation, Schema } from '../schema/schema.ts'
import { describeDefault, describeType } from './describe-type.ts'
import { bodyRef, filterRef, ref } from './parameters.ts'

export function describeRows(schema: Schema, relation: Relation, comment: string | null): object {
  const columns = [...relation.columns.values()]
  const required = columns.filter((column) => !column.isNullable).map(({ name }) => name)
  return {
    ...(comment !== null && { description: comment }),
    // Omits an empty `required` list, which JSON Schema does not allow.
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, describeColumn(schema, relation, column)]),
    ),
    type: 'object',
  }
}

export function describePath(relation: Relation, comment: string | null): object {
  const { name } = relation
  const shared = { ...describeComment(comment), tags: [name] }
  const filters = [...relation.columns.keys()].map((column) => filterRef(name, column))
  const paging = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const read = {
    ...shared,
    parameters: [...filters, ...paging.map(ref)],
    responses: {
      200: { description: 'OK', schema: rows },
      206: { description: 'Partial Content' },
    },
  }
  if (!relation.insertable && !relation.updatable && !relation.deletable) return { get: read }
  return {
    get: read,
    post: {
      ...shared,
      parameters: [bodyRef(name), ref('select'), ref('preferPost')],
      responses: { 201: { description: 'Created' } },
    },
    delete: {
      ...shared,
      parameters: [...filters, ref('preferReturn')],
      responses: { 204: { description: 'No Content' } },
    },
    patch: {
      ...shared,
      parameters: [...filters, bodyRef(name), ref('preferReturn')],
      responses: { 204: { description: 'No Content' } },
    },
  }
}

/** Splits an SQL comment. The first line becomes the summary, the rest the description. */
export function describeComment(comment: string | null): object {
  if (comment === null) return {}
  const [summary = '', ...rest] = comment.split('\n')
  const description = rest.join('\n').replace(/^\n+/, '')
  return { summary, ...(description !== '' && { description }) }
}

function describeColumn(schema: Schema, relation: Relation, column: Column): object {
  const value = describeDefault(column)
  const notes = notesOf(schema, relation, column)
  const description = [column.comment, notes].filter((part) => part !== null).join('\n\n')
  return {
    ...describeType(column.baseType),
    ...(value !== undefined && { default: value }),
    ...(column.enumValues && { enum: column.enumValues }),
    ...(description !== '' && { description }),
  }
}

/** Describes primary and foreign keys of a column in the notation that client generators parse. */
function notesOf(schema: Schema, relation: Relation, { name }: Column): string | null {
  const notes = relation.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []
  const reference = (schema.relationships.get(relation) ?? [])
    .filter(({ isReferencing, columns }) => isReferencing && columns.length === 1)
    .filter(({ columns }) => columns[0]?.[0] === name)
    .toSorted((a, b) => Number(a.to.kind === 'view') - Number(b.to.kind === 'view'))[0]
  if (reference) {
    const [table, column] = [reference.to.name, reference.columns[0]?.[1]]
    const tag = `<fk table='${table}' column='${column}'/>`
    notes.push(`This is a Foreign Key to \`${table}.${column}\`.${tag}`)
  }
  return notes.length > 0 ? ['Note:', ...notes].join('\n') : null
}

import type { Read, SelectItem } from '../request/query.ts'
import { unknownColumn } from '../respond/errors.ts'
import type { Relation, Schema } from '../schema/schema.ts'
import { ownColumns } from './embed-join.ts'
import { resolveEmbed } from './resolve-embed.ts'
import { identifier, qualifiedName } from './sql.ts'

/**
 * What a write gives back for its representation: the columns selected or ordered by, those that
 * embeds join on, and no others, since each needs the caller's right to read it.
 */
export function returningColumns(schema: Schema, relation: Relation, read: Read): string {
  const needed = new Set<string>()
  for (const item of read.select) for (const name of columnsOf(item)) needed.add(name)
  for (const term of read.order) if (term.relation === null) needed.add(term.field.name)
  const computed = schema.computedColumns.get(relation)
  const columns = [...needed].map((name) => {
    if (relation.columns.has(name)) return `target.${identifier(name)}`
    const found = computed?.get(name)
    if (!found) throw unknownColumn(relation.name, name)
    return `${qualifiedName(found)}(target) as ${identifier(name)}`
  })
  return columns.length === 0 ? '1' : columns.join(', ')

  function columnsOf(item: SelectItem): Iterable<string> {
    if (item.kind === 'star') return relation.columns.keys()
    if (item.kind === 'column') return item.field.name === '*' ? [] : [item.field.name]
    return ownColumns(resolveEmbed(schema, relation, item))
  }
}

import type { Representation } from '../request/parse-accept.ts'
import type { Read, SelectItem } from '../request/query.ts'
import { unknownColumn } from '../respond/errors.ts'
import type { Relation, Schema } from '../schema/schema.ts'
import { answerSql, bodySql } from './answer.ts'
import { ownColumns } from './embed-join.ts'
import { type Guard, guardSql } from './guards.ts'
import { listedSql } from './level.ts'
import { planLevel } from './read-level.ts'
import { resolveEmbed } from './resolve-embed.ts'
import { relationSource } from './source.ts'
import { identifier, type PlanContext, qualifiedName, type Statement } from './sql.ts'
import { insertedSql, type Write, writeSql, type WriteTarget } from './write-sql.ts'

export type WriteOptions = {
  representation: Representation
  return: 'minimal' | 'representation' | 'headers-only'
  maxAffected: number | null
}

export function planWrite(
  context: PlanContext,
  relation: Relation,
  write: Write,
  read: Read,
  options: WriteOptions,
): Statement {
  const { parameters } = context
  const isRepresented = options.return === 'representation'
  // A PUT response has no Location header, because its client already knows the row's URL.
  const withLocation =
    options.return === 'headers-only' &&
    write.kind === 'insert' &&
    write.only === null &&
    relation.primaryKey.length > 0
  // Checks the selected columns before the columns in the body, so that their errors come first.
  const returning = isRepresented
    ? returningColumns(context.schema, relation, read)
    : withLocation
      ? relation.primaryKey.map((name) => `target.${identifier(name)}`).join(', ')
      : '1'
  const source = { ...relationSource(context, relation), isReturned: true }
  const target: WriteTarget = { ...source, relation, alias: 'target', isReturned: false }
  const writing = writeSql(target, write, returning, parameters)
  const guard = guardOf(write, options)
  const columns = {
    rows: guard ? guardSql(guard, parameters) : 'count(*)',
    ...(write.kind === 'insert' && write.conflict?.action === 'merge' && { inserted: insertedSql }),
  }
  if (!isRepresented) {
    const location = withLocation ? { location: locationSql } : {}
    return statement(answerSql(context, { ...columns, ...location }, 'written as row_'))
  }
  // Omits the filters when reading the rows back, because a written row may no longer match them.
  const back = { ...read, where: [], limit: null, offset: 0 }
  const level = planLevel(context, back, source, `written as ${source.alias}`)
  const rows = listedSql({ ...level, limit: null }, context)
  const body = { body: bodySql(options.representation) }
  return statement(answerSql(context, { ...columns, ...body }, `(${rows}) as row_`))

  function statement(answer: string): Statement {
    return { text: `with written as (${writing}) ${answer}`, values: parameters.values }
  }
}

const locationSql = `case when count(*) = 1 then (
  select json_object_agg(key, value) from json_each_text(json_agg(row_)->0))::text end`

function guardOf(write: Write, options: WriteOptions): Guard | null {
  if (write.kind === 'insert' && write.only) return { kind: 'put' }
  if (options.representation.kind === 'object') return { kind: 'single' }
  if (write.kind === 'insert' || options.maxAffected === null) return null
  return { kind: 'at most', rows: options.maxAffected }
}

/** `returning` requires the SELECT privilege on each column, so only needed columns are listed. */
function returningColumns(schema: Schema, relation: Relation, read: Read): string {
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

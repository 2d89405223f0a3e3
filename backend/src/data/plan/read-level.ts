import type { Embed, OrderTerm, Read, SelectColumn } from '../request/query.ts'
import { ApiError } from '../respond/errors.ts'
import type { Relationship } from '../schema/schema.ts'
import { levelSql, type Level } from './level.ts'
import type { PlanContext } from './plan-context.ts'
import { resolveEmbed } from './resolve-embed.ts'
import { columnSql, fieldSql, relationSource, type Source } from './source.ts'
import { cast, identifier, qualifiedName } from './sql.ts'
import { whereSql } from './where.ts'

type PlannedEmbed = {
  columns: { name: string | null; sql: string }[]
  join: string
  isFiltering: boolean
  /** SQL of its value, null when no row was found. */
  value: string
  /** SQL of one field of a to-one embed's row, to order by. */
  field(term: OrderTerm): string
}

/** Plans one level and, below it, its embeds. `join` ties it to the level above. */
export function planLevel(
  context: PlanContext,
  read: Read,
  source: Source,
  from: string,
  join: readonly string[] = [],
): Level {
  const columns: Level['columns'] = []
  const embeds = new Map<string, PlannedEmbed>()
  for (const item of read.select) {
    if (item.kind === 'star') {
      columns.push({ name: null, sql: `${source.alias}.*` })
    } else if (item.kind === 'column') {
      columns.push(planColumn(item, source))
    } else {
      const embed = planEmbed(context, item, source)
      embeds.set(item.alias ?? item.name, embed)
      columns.push(...embed.columns)
    }
  }

  const values = new Map([...embeds].map(([name, embed]) => [name, embed.value]))
  const where = [...join, ...whereSql(read.where, source, context.parameters, values)]
  const isAskedFor = (embed: PlannedEmbed) => where.some((sql) => sql.includes(embed.value))
  const planned = [...embeds.values()]
  return {
    columns,
    from,
    joins: planned.map((embed) => embed.join),
    filteringJoins: planned
      .filter((embed) => embed.isFiltering || isAskedFor(embed))
      .map((embed) => embed.join),
    where,
    order: read.order.map((term) => orderSql(term, source, embeds)),
    limit: smallest(read.limit, context.maxRows),
    offset: read.offset,
  }
}

function planColumn(item: SelectColumn, source: Source): { name: string; sql: string } {
  if (item.aggregate) {
    throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  }
  const keys = item.field.path.map(({ key }) => key).filter((key) => typeof key === 'string')
  const name = item.alias ?? keys.at(-1) ?? item.field.name
  const sql = fieldSql(source, item.field)
  return { name, sql: item.cast === null ? sql : cast(sql, item.cast) }
}

function planEmbed(context: PlanContext, embed: Embed, parent: Source): PlannedEmbed {
  if (!parent.relation) {
    throw new ApiError(
      400,
      'PGRST200',
      `Could not find a relationship between '${parent.name}' and '${embed.name}' in the schema cache`,
    )
  }
  const relationship = resolveEmbed(context.schema, parent.relation, embed)
  const isToOne = relationship.cardinality.endsWith('to-one')
  const source = relationSource(context, relationship.to)
  const { from, join } = joinSql(relationship, parent, source)
  const level = planLevel(context, embed.read, source, from, join)
  if (isToOne) level.limit = embed.read.limit
  const name = embed.alias ?? embed.name
  const alias = `${source.alias}_found`
  const kind = embed.inner ? 'inner' : 'left'
  const shared = {
    isFiltering: embed.inner,
    field(term: OrderTerm): string {
      if (!isToOne) throw unrelatedOrder(parent, embed)
      const where = level.where.join(' and ')
      return `(select ${fieldSql(source, term.field)} from ${level.from} where ${where} limit 1)`
    },
  }

  if (embed.spread) {
    if (!isToOne) throw unspreadable(parent, embed)
    const columns = level.columns.flatMap((column) =>
      column.name === null
        ? [...source.columns.keys()].map((each) => ({ name: each, sql: columnSql(source, each) }))
        : [{ name: column.name, sql: column.sql }],
    )
    const sql = levelSql({ ...level, columns }, context.parameters)
    return {
      ...shared,
      columns: columns.map((column) => ({
        name: column.name,
        sql: `${alias}.${identifier(column.name)}`,
      })),
      join: `${kind} join lateral (${sql}) as ${alias} on true`,
      value: `${alias}.*`,
    }
  }

  const rows = levelSql(level, context.parameters)
  const row = `${source.alias}_row`
  const value = `${alias}.value`
  const aggregate = isToOne ? `row_to_json(${row})` : `json_agg(${row})`
  const condition = embed.inner && !isToOne ? `${value} is not null` : 'true'
  return {
    ...shared,
    columns:
      embed.read.select.length === 0
        ? []
        : [{ name, sql: isToOne ? value : `coalesce(${value}, '[]')` }],
    join: `${kind} join lateral (select ${aggregate} as value from (${rows}) as ${row}) as ${alias} on ${condition}`,
    value,
  }
}

function joinSql(relationship: Relationship, parent: Source, source: Source) {
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

function orderSql(
  term: OrderTerm,
  source: Source,
  embeds: ReadonlyMap<string, PlannedEmbed>,
): string {
  const embed = term.relation === null ? null : embeds.get(term.relation)
  if (embed === undefined) {
    throw new ApiError(
      400,
      'PGRST108',
      `'${term.relation}' is not an embedded resource in this request`,
      { hint: `Verify that '${term.relation}' is included in the 'select' query parameter.` },
    )
  }
  const field = embed ? embed.field(term) : fieldSql(source, term.field)
  const direction = term.descending ? ' desc' : ''
  return `${field}${direction}${term.nulls ? ` nulls ${term.nulls}` : ''}`
}

function unrelatedOrder(parent: Source, embed: Embed): ApiError {
  return new ApiError(400, 'PGRST118', `A related order on '${embed.name}' is not possible`, {
    details: `'${parent.name}' and '${embed.name}' do not form a many-to-one or one-to-one relationship`,
  })
}

function unspreadable(parent: Source, embed: Embed): ApiError {
  return new ApiError(400, 'PGRST119', `A spread operation on '${embed.name}' is not possible`, {
    details: `'${parent.name}' and '${embed.name}' do not form a many-to-one or one-to-one relationship`,
  })
}

function smallest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

import { checkLimit } from '../request/limits.ts'
import type { OrderTerm, Read } from '../request/query.ts'
import { notEmbedded } from '../respond/errors.ts'
import { countsRows, everyColumn, planColumn, rowCount } from './level-columns.ts'
import { isGrouped, type Level, type LevelColumn, plainColumn } from './level.ts'
import { planEmbed, type PlannedEmbed } from './plan-embed.ts'
import { fieldSql, type Source } from './source.ts'
import type { PlanContext } from './sql.ts'
import { whereSql } from './where.ts'

type LevelOptions = {
  join: readonly string[]
  /** Whether this is a to-one spread embed, whose columns belong to the parent query. */
  isLifted: boolean
}

export function planLevel(
  context: PlanContext,
  read: Read,
  source: Source,
  from: string,
  { join, isLifted }: LevelOptions = { join: [], isLifted: false },
): Level {
  const own: LevelColumn[] = []
  const planned: PlannedEmbed[] = []
  const embeds = new Map<string, PlannedEmbed>()
  for (const item of read.select) {
    if (item.kind === 'star') {
      own.push(plainColumn(null, `${source.alias}.*`))
    } else if (item.kind === 'column') {
      const isCount = !isLifted && countsRows(read.select, item, source)
      own.push(isCount ? rowCount(item) : planColumn(context, item, source, isLifted))
    } else {
      const embed = planEmbed(context, item, source, planLevel)
      planned.push(embed)
      const name = item.alias ?? item.name
      if (!embeds.has(name)) embeds.set(name, embed)
    }
  }
  const columns = [...own, ...planned.flatMap((embed) => embed.columns)]
  const expanded =
    isGrouped({ columns }) && !isLifted
      ? columns.flatMap((column) => (column.name === null ? everyColumn(source) : [column]))
      : columns
  checkLimit('columns', countColumns(columns, source))

  const where = [
    ...join,
    ...whereSql(read.where, source, context.parameters, embeds),
    ...planned.flatMap((embed) => embed.where ?? []),
  ]
  const joins = planned.flatMap((embed) => embed.join() ?? [])
  return {
    columns: expanded,
    from,
    joins: joins.map(({ sql }) => sql),
    filteringJoins: joins.filter(({ isFiltering }) => isFiltering).map(({ sql }) => sql),
    where,
    order: read.order.map((term) => orderSql(term, source, embeds)),
    limit: smallest(read.limit, context.maxRows),
    offset: read.offset,
  }
}

function countColumns(columns: readonly LevelColumn[], source: Source): number {
  const stars = columns.filter((column) => column.name === null).length
  return columns.length - stars + stars * source.columns.size
}

function smallest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

/**
 * Returns the SQL of one `order by` term. Throws ApiError PGRST108 for an unknown embed, and
 * PGRST118 for a to-many embed.
 */
function orderSql(
  term: OrderTerm,
  source: Source,
  embeds: ReadonlyMap<string, Pick<PlannedEmbed, 'field'>>,
): string {
  const { relation, field } = term
  const direction = term.descending ? ' desc' : ''
  const nulls = term.nulls ? ` nulls ${term.nulls}` : ''
  const sql = relation === null ? fieldSql(source, field) : embeds.get(relation)?.field(term)
  if (relation !== null && sql === undefined) throw notEmbedded(relation)
  return `${sql}${direction}${nulls}`
}

import type { Embed, OrderTerm, Read } from '../request/query.ts'
import { ApiError } from '../respond/errors.ts'
import { isToOne, joinSql } from './embed-join.ts'
import { planSpread, planValue } from './embed-value.ts'
import { isGrouped, type Level, type LevelColumn, rowsSql } from './level.ts'
import { resolveEmbed } from './resolve-embed.ts'
import { fieldSql, relationSource, type Source } from './source.ts'
import type { PlanContext } from './sql.ts'

export type PlannedEmbed = {
  columns: LevelColumn[]
  /** Condition by which an inner embed removes parent rows without a match, or null. */
  where: string | null
  found(): string
  /**
   * Returns SQL to order by a column of this embed. Throws ApiError PGRST118 if the embed is
   * to-many.
   */
  field(term: OrderTerm): string
  /**
   * Returns the lateral join, or null if the query does not need the join. Must be called after all
   * conditions are built.
   */
  join(): { sql: string; isFiltering: boolean } | null
}

type PlanLevel = (
  context: PlanContext,
  read: Read,
  source: Source,
  from: string,
  options: { join: readonly string[]; isLifted: boolean },
) => Level

export function planEmbed(
  context: PlanContext,
  embed: Embed,
  parent: Source,
  planLevel: PlanLevel,
): PlannedEmbed {
  if (!parent.relation) {
    const message = `Could not find a relationship between '${parent.name}' and '${embed.name}' in the schema cache`
    const details = `The rows of '${parent.name}' belong to no relation.`
    throw new ApiError(400, 'PGRST200', message, { details })
  }
  const relationship = resolveEmbed(context.schema, parent.relation, embed)
  const toOne = isToOne(relationship)
  const source = relationSource(context, relationship.to)
  const { from, join } = joinSql(relationship, parent, source)
  const isLifted = embed.spread && toOne
  const level = planLevel(context, embed.read, source, from, { join, isLifted })
  if (toOne) level.limit = embed.read.limit
  const alias = `${source.alias}_found`
  const value = embed.spread
    ? planSpread(level, source, alias, toOne, context)
    : planValue(level, embed.alias ?? embed.name, alias, toOne, context)

  // An `exists` test shows whether the embed has rows, but ignores `limit=0`, offsets and groups.
  // An embed with one of these therefore uses a join.
  const isUngrouped = isLifted || !isGrouped(level)
  const isPlain = isUngrouped && level.limit !== 0 && level.offset === 0
  const isEmpty = value.columns.length === 0
  const isJoined = embed.inner && (!isPlain || (toOne && !isEmpty))
  const exists = () => `exists (select from ${rowsSql(level)})`
  let isAsked = false
  return {
    columns: value.columns,
    where: embed.inner && !isJoined ? exists() : null,
    found() {
      isAsked = true
      return isPlain ? exists() : value.found
    },
    field(term) {
      if (!toOne) throw unorderable(parent, embed)
      const sql = fieldSql(source, term.field)
      return value.selected.get(sql) ?? `(select ${sql} from ${rowsSql(level)} limit 1)`
    },
    join() {
      if (isEmpty && isPlain && (isAsked || embed.inner)) return null
      const kind = isJoined ? 'inner' : 'left'
      const condition = isJoined && !toOne ? value.found : 'true'
      const sql = `${kind} join lateral (${value.sql}) as ${alias} on ${condition}`
      return { sql, isFiltering: isJoined || (isAsked && !isPlain) }
    },
  }
}

function unorderable(parent: Source, embed: Embed): ApiError {
  const name = embed.alias ?? embed.name
  return new ApiError(400, 'PGRST118', `A related order on '${name}' is not possible`, {
    details: `'${parent.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
  })
}

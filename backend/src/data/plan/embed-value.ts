import { ApiError } from '../respond/errors.ts'
import { everyColumn } from './level-columns.ts'
import {
  isGrouped,
  type Level,
  type LevelColumn,
  levelSql,
  listedSql,
  plainColumn,
} from './level.ts'
import type { Source } from './source.ts'
import type { PlanContext } from './sql.ts'

type EmbedValue = {
  columns: LevelColumn[]
  sql: string
  found: string
  /** Maps the SQL of each column to the SQL that refers to the column in the parent query. */
  selected: ReadonlyMap<string, string>
}

export function planValue(
  level: Level,
  name: string,
  alias: string,
  toOne: boolean,
  context: PlanContext,
): EmbedValue {
  const value = `${alias}.value`
  const row = `${alias}_row`
  const gathered = toOne ? `row_to_json(${row})` : `json_agg(${row})`
  const rows = toOne ? levelSql(level, context.parameters) : listedSql(level, context)
  const sql = toOne ? value : `coalesce(${value}, '[]')`
  return {
    columns: level.columns.length === 0 ? [] : [plainColumn(name, sql, true)],
    sql: `select ${gathered} as value from (${rows}) as ${row}`,
    found: `${value} is not null`,
    selected: new Map(),
  }
}

/** Builds SQL of a spread embed. Throws ApiError PGRST127 for aggregates in a to-many spread. */
export function planSpread(
  level: Level,
  source: Source,
  alias: string,
  toOne: boolean,
  context: PlanContext,
): EmbedValue {
  if (!toOne && isGrouped(level)) {
    throw new ApiError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    })
  }
  const columns = level.columns.flatMap((column) =>
    column.name === null ? everyColumn(source) : [column],
  )
  // Names the subquery's columns c1, c2, …, because two selected columns may have the same name.
  const inner = columns.map((column, index) => ({
    ...column,
    name: `c${index + 1}`,
    aggregate: null,
  }))
  const places = columns.map((_, index) => `${alias}.c${index + 1}`)
  const found = plainColumn('found', 'true')
  const spread = { ...level, columns: [...inner, found] }
  if (toOne) {
    return {
      columns: columns.map((column, index) => ({
        ...column,
        sql: places[index] ?? '',
        groupedBy: null,
      })),
      sql: levelSql(spread, context.parameters),
      found: `${alias}.found is not null`,
      selected: new Map(columns.map((column, index) => [column.sql, places[index] ?? ''])),
    }
  }
  const row = `${alias}_row`
  const lists = inner.map(({ name }) => `json_agg(${row}.${name}) as ${name}`)
  return {
    columns: columns.map(({ name }, index) =>
      plainColumn(name, `coalesce(${places[index]}, '[]')`, true),
    ),
    sql: `select ${[...lists, `bool_or(${row}.found) as found`].join(', ')} from (${listedSql(spread, context)}) as ${row}`,
    found: `${alias}.found is not null`,
    selected: new Map(),
  }
}

import type { SelectColumn, SelectItem } from '../request/query.ts'
import { ApiError } from '../respond/errors.ts'
import { type LevelColumn, plainColumn } from './level.ts'
import { columnSql, fieldSql, hasField, type Source } from './source.ts'
import { cast, type PlanContext } from './sql.ts'

export function everyColumn(source: Source): LevelColumn[] {
  return [...source.columns.keys()].map((name) => plainColumn(name, columnSql(source, name)))
}

/**
 * Builds the SQL of a selected column. Throws ApiError PGRST123 for an aggregate if aggregates are
 * disabled.
 */
export function planColumn(
  context: PlanContext,
  item: SelectColumn,
  source: Source,
  isLifted: boolean,
): LevelColumn {
  const { field, alias, aggregate } = item
  if (aggregate === null) return planPlain(item, source)
  if (!context.aggregates) {
    throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  }
  const row = isLifted ? source.alias : '*'
  const column = field.name === '*' ? row : columnOf(item, source)
  const planned = { name: aggregate, cast: item.aggregateCast }
  return { ...plainColumn(alias ?? aggregate, column), aggregate: planned }
}

/** Whether `select` is only `count` and no column has that name. PostgREST then counts rows. */
export function countsRows(
  select: readonly SelectItem[],
  item: SelectColumn,
  source: Source,
): boolean {
  const { field, aggregate } = item
  return (
    select.length === 1 &&
    field.name === 'count' &&
    field.path.length === 0 &&
    aggregate === null &&
    !hasField(source, 'count')
  )
}

export function rowCount({ alias, cast: type }: SelectColumn): LevelColumn {
  const aggregate = { name: 'count' as const, cast: type }
  return { ...plainColumn(alias ?? 'count', '*'), aggregate }
}

function planPlain(item: SelectColumn, source: Source): LevelColumn {
  const { field, alias } = item
  const column = plainColumn(alias ?? nameOf(item), columnOf(item, source))
  // As in PostgREST, casting a column without an alias does not change the grouping.
  const isCastOnly = alias === null && field.path.length === 0 && item.cast !== null
  return isCastOnly ? { ...column, groupedBy: fieldSql(source, field) } : column
}

function columnOf({ field, cast: type }: SelectColumn, source: Source): string {
  const sql = fieldSql(source, field)
  return type === null ? sql : cast(sql, type)
}

/** Default name of a selected field: the last object key of its JSON path, or the column name. */
function nameOf({ field }: SelectColumn): string {
  const keys = field.path.map(({ key }) => key).filter((key) => typeof key === 'string')
  return keys.at(-1) ?? field.name
}

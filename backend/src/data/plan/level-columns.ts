import type { SelectColumn } from '../request/query.ts'
import { ApiError } from '../respond/errors.ts'
import { plainColumn, type LevelColumn } from './level.ts'
import type { PlanContext } from './plan-context.ts'
import { columnSql, fieldSql, type Source } from './source.ts'
import { cast } from './sql.ts'

/** All columns of a source by their names: what `*` stands for. */
export function everyColumn(source: Source): LevelColumn[] {
  return [...source.columns.keys()].map((name) => plainColumn(name, columnSql(source, name)))
}

/**
 * A selected column. On a lifted level `count()` counts its rows from above, where one that was
 * not found is null. Throws ApiError PGRST123 where aggregates are switched off.
 */
export function planColumn(
  context: PlanContext,
  item: SelectColumn,
  source: Source,
  isLifted: boolean,
): LevelColumn {
  const { field, alias, aggregate } = item
  if (aggregate === null) {
    const column = plainColumn(alias ?? nameOf(item), columnOf(item, source))
    // As in PostgREST: a cast without a name of its own leaves the groups as they are.
    const isCastOnly = alias === null && field.path.length === 0 && item.cast !== null
    return isCastOnly ? { ...column, groupedBy: fieldSql(source, field) } : column
  }
  if (!context.aggregates) {
    throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  }
  const isRow = field.name === '*'
  return {
    name: alias ?? aggregate,
    sql: isRow ? (isLifted ? source.alias : '*') : columnOf(item, source),
    aggregate: { name: aggregate, cast: item.aggregateCast },
    isJson: false,
    groupedBy: null,
  }
}

function columnOf({ field, cast: type }: SelectColumn, source: Source): string {
  const sql = fieldSql(source, field)
  return type === null ? sql : cast(sql, type)
}

/** The last key of a path into JSON, or the column. */
function nameOf({ field }: SelectColumn): string {
  const keys = field.path.map(({ key }) => key).filter((key) => typeof key === 'string')
  return keys.at(-1) ?? field.name
}

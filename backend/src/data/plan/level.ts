import type { SelectColumn } from '../request/query.ts'
import { cast, identifier, type Parameters } from './sql.ts'

/** What becomes of a column when rows are gathered into one. */
type Aggregate = { name: NonNullable<SelectColumn['aggregate']>; cast: string | null }

export type LevelColumn = {
  /** Null for all columns of a source, `alias.*`. */
  name: string | null
  sql: string
  /** Still to be applied: a spread leaves that to the level it lifts its columns to. */
  aggregate: Aggregate | null
  /** JSON, which has no equality; grouped rows need it as jsonb. */
  isJson: boolean
  /** What rows are grouped by for it; null for the column as it is. */
  groupedBy: string | null
}

/** One level of a read in SQL, in pieces, so that it can be counted as well as selected. */
export type Level = {
  columns: LevelColumn[]
  from: string
  /** Joins that change which rows there are, for counting. */
  filteringJoins: string[]
  joins: string[]
  where: string[]
  order: string[]
  limit: number | null
  offset: number
}

/** A column that is selected as it is. */
export function plainColumn(name: string | null, sql: string, isJson = false): LevelColumn {
  return { name, sql, aggregate: null, isJson, groupedBy: null }
}

/** Whether the level gives groups of its rows rather than the rows. */
export function isGrouped({ columns }: Pick<Level, 'columns'>): boolean {
  return columns.some((column) => column.aggregate !== null)
}

/** A planned level as SQL; an offset becomes a parameter. */
export function levelSql(level: Level, parameters: Parameters): string {
  const grouped = isGrouped(level)
  const columns = level.columns.map((column) => {
    const sql = grouped ? groupedSql(column) : column.sql
    return column.name === null ? sql : `${sql} as ${identifier(column.name)}`
  })
  const groups = grouped ? level.columns.filter((column) => column.aggregate === null) : []
  return [
    `select ${columns.join(', ')} from ${level.from}`,
    ...level.joins,
    level.where.length > 0 ? `where ${level.where.join(' and ')}` : '',
    groups.length > 0
      ? `group by ${groups.map((each) => each.groupedBy ?? groupedSql(each)).join(', ')}`
      : '',
    level.order.length > 0 ? `order by ${level.order.join(', ')}` : '',
    // A limit is a checked number and shapes the plan, so it stands in the text.
    level.limit === null ? '' : `limit ${level.limit}`,
    level.offset === 0 ? '' : `offset ${parameters.add(String(level.offset))}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function groupedSql({ sql, aggregate, isJson }: LevelColumn): string {
  if (aggregate === null) return isJson ? `cast(${sql} as jsonb)` : sql
  const gathered = `${aggregate.name}(${sql})`
  return aggregate.cast === null ? gathered : cast(gathered, aggregate.cast)
}

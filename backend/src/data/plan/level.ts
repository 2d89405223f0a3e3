import type { SelectColumn } from '../request/query.ts'
import { cast, identifier, type Parameters } from './sql.ts'

/** An aggregate function and the cast of its result. */
type Aggregate = { name: NonNullable<SelectColumn['aggregate']>; cast: string | null }

export type LevelColumn = {
  /** Null selects all columns of a source, `alias.*`. */
  name: string | null
  sql: string
  /** Aggregate that the level's SQL still has to apply; a spread passes it to the parent level. */
  aggregate: Aggregate | null
  /** Whether the column is json, which has no equality operator; grouping casts it to jsonb. */
  isJson: boolean
  /** Grouping expression; null for the column itself. */
  groupedBy: string | null
}

/** Parts of the SQL of one level of a read, so that it can be selected or counted. */
export type Level = {
  columns: LevelColumn[]
  from: string
  /** Joins that change the number of rows, needed for counting. */
  filteringJoins: string[]
  joins: string[]
  where: string[]
  order: string[]
  limit: number | null
  offset: number
}

/** A column without aggregate. */
export function plainColumn(name: string | null, sql: string, isJson = false): LevelColumn {
  return { name, sql, aggregate: null, isJson, groupedBy: null }
}

/** Whether the level returns groups instead of rows. */
export function isGrouped({ columns }: Pick<Level, 'columns'>): boolean {
  return columns.some((column) => column.aggregate !== null)
}

/** SQL of a planned level; the offset is a parameter. */
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
    // The limit is a validated number that influences the plan, so it is a literal.
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

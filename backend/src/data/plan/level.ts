import type { SelectColumn } from '../request/query.ts'
import { boundedValueSql } from './guards.ts'
import { cast, identifier, type Parameters, type PlanContext } from './sql.ts'

type Aggregate = { name: NonNullable<SelectColumn['aggregate']>; cast: string | null }

export type LevelColumn = {
  /** Column name, or null for `alias.*`, which selects all columns. */
  name: string | null
  sql: string
  /** Aggregate function on the column. For a to-one spread, the parent query applies it. */
  aggregate: Aggregate | null
  /** Whether the type is json, which must be cast to jsonb for grouping. */
  isJson: boolean
  /** Expression to group by, or null to group by the selected expression. */
  groupedBy: string | null
}

/** SQL of one query level (the main relation or an embed) for selecting or counting rows. */
export type Level = {
  columns: LevelColumn[]
  from: string
  /** Joins that change the number of rows. A query that counts the rows must include them. */
  filteringJoins: string[]
  joins: string[]
  where: string[]
  order: string[]
  limit: number | null
  offset: number
}

export function plainColumn(name: string | null, sql: string, isJson = false): LevelColumn {
  return { name, sql, aggregate: null, isJson, groupedBy: null }
}

/** Returns the part of a query that determines its row count: `from`, joins and `where`. */
export function rowsSql({ from, filteringJoins, where }: Level): string {
  return [from, ...filteringJoins, ...whereClause(where)].join(' ')
}

function whereClause(conditions: readonly string[]): string[] {
  return conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : []
}

export function isGrouped({ columns }: Pick<Level, 'columns'>): boolean {
  return columns.some((column) => column.aggregate !== null)
}

export function levelSql(level: Level, parameters: Parameters): string {
  const grouped = isGrouped(level)
  const columns = level.columns.map((column) => {
    const sql = grouped ? groupedSql(column) : column.sql
    return column.name === null ? sql : `${sql} as ${identifier(column.name)}`
  })
  const groups = grouped ? level.columns.filter((column) => column.aggregate === null) : []
  const groupedBy = groups.map((each) => each.groupedBy ?? groupedSql(each))
  return [
    `select ${columns.join(', ')} from ${level.from}`,
    ...level.joins,
    ...whereClause(level.where),
    ...(groupedBy.length > 0 ? [`group by ${groupedBy.join(', ')}`] : []),
    ...(level.order.length > 0 ? [`order by ${level.order.join(', ')}`] : []),
    // Inlines the validated limit, because PostgreSQL's generic plans ignore parameter values.
    ...(level.limit === null ? [] : [`limit ${level.limit}`]),
    ...(level.offset === 0 ? [] : [`offset ${parameters.add(String(level.offset))}`]),
  ].join(' ')
}

/** Returns SQL of a query whose rows become a JSON list of limited size. */
export function listedSql(level: Level, { maxBytes, parameters }: PlanContext): string {
  if (maxBytes === null || isGrouped(level)) return levelSql(level, parameters)
  // The size check is volatile, so PostgreSQL runs it after sorting and limiting rows.
  const columns = level.columns.map((column) =>
    column.isJson ? { ...column, sql: boundedValueSql(column.sql, maxBytes, parameters) } : column,
  )
  return levelSql({ ...level, columns }, parameters)
}

function groupedSql({ sql, aggregate, isJson }: LevelColumn): string {
  if (aggregate === null) return isJson ? `cast(${sql} as jsonb)` : sql
  const gathered = `${aggregate.name}(${sql})`
  return aggregate.cast === null ? gathered : cast(gathered, aggregate.cast)
}

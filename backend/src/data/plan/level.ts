import { identifier, type Parameters } from './sql.ts'

/** One level of a read in SQL, in pieces, so that it can be counted as well as selected. */
export type Level = {
  columns: { name: string | null; sql: string }[]
  from: string
  /** Joins that change which rows there are, for counting. */
  filteringJoins: string[]
  joins: string[]
  where: string[]
  order: string[]
  limit: number | null
  offset: number
}

/** A planned level as SQL; an offset becomes a parameter. */
export function levelSql(level: Level, parameters: Parameters): string {
  const columns = level.columns.map(({ name, sql }) =>
    name === null ? sql : `${sql} as ${identifier(name)}`,
  )
  return [
    `select ${columns.join(', ')} from ${level.from}`,
    ...level.joins,
    level.where.length > 0 ? `where ${level.where.join(' and ')}` : '',
    level.order.length > 0 ? `order by ${level.order.join(', ')}` : '',
    // A limit is a checked number and shapes the plan, so it stands in the text.
    level.limit === null ? '' : `limit ${level.limit}`,
    level.offset === 0 ? '' : `offset ${parameters.add(String(level.offset))}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

import { levelSql, plainColumn, type Level, type LevelColumn } from './level.ts'
import type { Parameters } from './sql.ts'

/** What an embed brings to the level above it. */
export type EmbedValue = {
  columns: LevelColumn[]
  sql: string
  found: string
  /** The columns that can be reached from above, by their SQL within the embed. */
  selected: ReadonlyMap<string, string>
}

/** One object or a list, under the embed's name. */
export function planValue(
  level: Level,
  name: string,
  alias: string,
  toOne: boolean,
  parameters: Parameters,
): EmbedValue {
  const value = `${alias}.value`
  const row = `${alias}_row`
  const gathered = toOne ? `row_to_json(${row})` : `json_agg(${row})`
  const rows = levelSql(level, parameters)
  const sql = toOne ? value : `coalesce(${value}, '[]')`
  return {
    columns: level.columns.length === 0 ? [] : [plainColumn(name, sql, true)],
    sql: `select ${gathered} as value from (${rows}) as ${row}`,
    found: `${value} is not null`,
    selected: new Map(),
  }
}

import { describe, expect, test } from 'vitest'
import { levelSql, plainColumn, type Level } from './level.ts'
import { Parameters } from './sql.ts'

const level: Level = {
  columns: [],
  from: 'rows as t1',
  filteringJoins: [],
  joins: [],
  where: [],
  order: [],
  limit: null,
  offset: 0,
}
const sum = { ...plainColumn('sum', 't1.price'), aggregate: { name: 'sum' as const, cast: 'int' } }

describe('levelSql', () => {
  test('levelSql groups by all columns that have no aggregate function, and casts JSON columns to jsonb for grouping', () => {
    const columns = [plainColumn('kind', 't1.kind'), plainColumn('data', 't1.data', true), sum]
    expect(levelSql({ ...level, columns }, new Parameters())).toBe(
      'select t1.kind as "kind", cast(t1.data as jsonb) as "data", cast(sum(t1.price) as "int4") as "sum"' +
        ' from rows as t1 group by t1.kind, cast(t1.data as jsonb)',
    )
  })

  test('levelSql aggregates all rows into one if no plain column is selected', () => {
    expect(levelSql({ ...level, columns: [sum] }, new Parameters())).not.toContain('group by')
  })

  test('levelSql selects JSON columns without a cast if the query has no aggregates', () => {
    const columns = [plainColumn('data', 't1.data', true)]
    expect(levelSql({ ...level, columns }, new Parameters())).toBe(
      'select t1.data as "data" from rows as t1',
    )
  })
})

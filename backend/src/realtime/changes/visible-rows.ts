import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { arrayLiteral, quoteIdentifier } from '#backend/platform/sql-text.ts'
import type { TableShape } from './table-shapes.ts'

/** A row by the values of its table's key, as texts. */
type RowKey = { shape: TableShape; key: readonly (string | null)[] }

/**
 * Which rows a caller may read now, in one round trip: row-level security decides, in SQL. Rejects
 * with WireError when the database refuses the caller.
 */
export async function findVisible<Row extends RowKey>(
  database: Database,
  caller: Caller,
  rows: readonly Row[],
): Promise<Set<Row>> {
  const tables = Map.groupBy(rows, ({ shape }) => shape)
  const statements = [...tables].map(([shape, ofTable]) => ({
    text: `select i from ${keyed(shape)}`,
    values: keyArrays(shape, ofTable),
  }))
  const answers = await database.batchAsCaller(caller, statements, { readOnly: true })
  const visible = new Set<Row>()
  for (const [index, ofTable] of [...tables.values()].entries()) {
    for (const [place] of answers[index] ?? []) {
      const row = ofTable[Number(place) - 1]
      if (row) visible.add(row)
    }
  }
  return visible
}

/** The text of columns of rows as they are now, or null for a row that is gone. */
export async function readColumns(
  database: Database,
  shape: TableShape,
  columns: readonly string[],
  rows: readonly RowKey[],
): Promise<((string | null)[] | null)[]> {
  // As the log has them: `format` writes what the type's output does, which `::text` need not.
  const list = columns.map(
    (name) =>
      `case when t.${quoteIdentifier(name)} is not null then format('%s', t.${quoteIdentifier(name)}) end`,
  )
  const found = await database.queryAsOwner({
    text: `select i, ${list.join(', ')} from ${keyed(shape)}`,
    values: keyArrays(shape, rows),
  })
  const values = rows.map((): (string | null)[] | null => null)
  for (const [place, ...texts] of found) {
    values[Number(place) - 1] = texts.map((text) => text?.toString() ?? null)
  }
  return values
}

/** The table's rows with the keys given as arrays, `i` being a key's place in them. */
function keyed({ sqlName, key }: TableShape): string {
  const arrays = key.map(({ sqlName: type }, index) => `$${index + 1}::text[]::${type}[]`)
  const names = key.map((_, index) => `k${index}`)
  const equal = key.map(({ name }, index) => `t.${quoteIdentifier(name)} = k.k${index}`)
  return `unnest(${arrays.join(', ')}) with ordinality as k(${names.join(', ')}, i)
    join ${sqlName} t on ${equal.join(' and ')}`
}

function keyArrays(shape: TableShape, rows: readonly RowKey[]): string[] {
  return shape.key.map((_, index) => arrayLiteral(rows.map(({ key }) => key[index] ?? null)))
}

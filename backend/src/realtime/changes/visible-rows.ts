import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { arrayLiteral, quoteIdentifier } from '#backend/platform/sql-text.ts'
import type { TableShape } from './table-shapes.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Table and primary key of a row, in text format. */
type RowKey = { shape: TableShape; key: readonly (string | null)[] }

/** Returns the rows that a caller may read. Rejects with WireError if the query fails. */
export async function findVisible<Row extends RowKey>(
  database: Database,
  caller: Caller,
  rows: readonly Row[],
): Promise<Set<Row>> {
  const tables = Map.groupBy(rows, ({ shape }) => shape)
  const statements = [...tables].map(([shape, ofTable]) => ({
    text: `select i from ${joinOnKeys(shape)}`,
    values: keyArrays(shape, ofTable),
  }))
  const answers = await database.batchAsCaller(caller, statements, { readOnly: true })
  const visible = new Set<Row>()
  for (const [index, ofTable] of [...tables.values()].entries()) {
    for (const [position] of answers[index] ?? []) {
      const row = ofTable[Number(position) - 1]
      if (row) visible.add(row)
    }
  }
  return visible
}

/** Reads columns of rows in text format. Returns null in place of a row that does not exist. */
export async function readColumns(
  database: Database,
  shape: TableShape,
  columns: readonly string[],
  rows: readonly RowKey[],
): Promise<((string | null)[] | null)[]> {
  // Uses `format`, because a cast to text may return a different text than the WAL contains.
  const list = columns.map(
    (name) =>
      `case when t.${quoteIdentifier(name)} is not null then format('%s', t.${quoteIdentifier(name)}) end`,
  )
  const found = await database.queryAsOwner({
    text: `select i, ${list.join(', ')} from ${joinOnKeys(shape)}`,
    values: keyArrays(shape, rows),
  })
  const values = rows.map((): (string | null)[] | null => null)
  for (const [position, ...texts] of found) {
    values[Number(position) - 1] = texts.map((text) => text?.toString() ?? null)
  }
  return values
}

/** Returns SQL that joins a table with key arrays. `i` is a key's position in the arrays. */
function joinOnKeys({ sqlName, key }: TableShape): string {
  const arrays = key.map(({ sqlName: type }, index) => `$${index + 1}::text[]::${type}[]`)
  const names = key.map((_, index) => `k${index}`)
  const equal = key.map(({ name }, index) => `t.${quoteIdentifier(name)} = k.k${index}`)
  return `unnest(${arrays.join(', ')}) with ordinality as k(${names.join(', ')}, i)
    join ${sqlName} t on ${equal.join(' and ')}`
}

function keyArrays(shape: TableShape, rows: readonly RowKey[]): string[] {
  return shape.key.map((_, index) => arrayLiteral(rows.map(({ key }) => key[index] ?? null)))
}

const pollMs = 1
const timeoutMs = 30_000

/**
 * Waits until queries can see the changes of committed transactions, at most 30 s. Changes become
 * visible shortly after the commit record is written to the WAL.
 */
export async function untilVisible(database: Database, xids: ReadonlySet<number>): Promise<void> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const [row] = await database.queryAsOwner({
      text: 'select pg_current_snapshot()::text',
      values: [],
    })
    const snapshot = row?.[0]?.toString() ?? ''
    if ([...xids].every((xid) => isVisible(xid, snapshot))) return
    await sleep(pollMs)
  }
}

/** Whether a transaction has ended, according to a snapshot such as `100:104:100,102`. */
export function isVisible(xid: number, snapshot: string): boolean {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':')
  if (isBefore(xid, xmin)) return true
  return isBefore(xid, xmax) && !running.split(',').some((one) => lowBits(one) === xid)
}

/** Whether a transaction id precedes another. Transaction ids wrap around at 2^32. */
function isBefore(xid: number, other: string): boolean {
  return ((xid - lowBits(other)) | 0) < 0
}

function lowBits(xid: string): number {
  return Number(BigInt(xid || '0') & 0xffffffffn)
}

/** A cursor for keyset paging: the order column's value in the last row, and that row's id. */
export type Cursor = { at: string; id: string }

/** One page of a list; `next` is null on the last page. */
export type Page<Row> = { rows: Row[]; next: Cursor | null }

/**
 * Selects the rows of a page: at most `limit` rows after a cursor, or the first rows without a
 * cursor.
 */
export type PageRequest = { after?: Cursor | null; limit: number }

/** The part of a PostgREST query that keyset paging needs. */
type Query = {
  lte(column: string, value: string): Query
  or(conditions: string): Query
  order(column: string, options: { ascending: boolean }): Query
  limit(count: number): PromiseLike<{ data: unknown; error: Error | null }>
}

/** Reads one page of `query`, ordered by `column` and then id, both descending. */
export async function readPage<
  Row extends { id: string } & Record<Column, string>,
  Column extends string,
>(query: Query, column: Column, { after, limit }: PageRequest): Promise<Page<Row>> {
  // The cursor's `lte` condition is implied by its `or` condition, but it lets an index scan start
  // at the cursor.
  const rest = after ? query.lte(column, after.at).or(beyond(column, after)) : query
  const { data, error } = await rest
    .order(column, { ascending: false })
    .order('id', { ascending: false })
    .limit(limit + 1)
  if (error) throw error
  return pageOf(data as Row[], limit, (row) => row[column])
}

/**
 * Returns PostgREST's `or` condition for rows after the cursor, in descending order of `column` and
 * id.
 */
function beyond(column: string, { at, id }: Cursor): string {
  return `${column}.lt."${at}",and(${column}.eq."${at}",id.lt."${id}")`
}

/**
 * Makes a page of `limit` rows from up to `limit + 1` rows. `atOf` returns a row's value of the
 * order column.
 */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  atOf: (row: Row) => string,
): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown,
    next: last && rows.length > limit ? { at: atOf(last), id: last.id } : null,
  }
}

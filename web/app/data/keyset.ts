/** Where a page of a list of one's own ended: what it is ordered by, and the id. */
export type Place = { at: string; id: string }

/** One page of a list, and where the next begins; null when there is nothing further. */
export type Page<Row> = { rows: Row[]; next: Place | null }

/** Which page is wanted: so many rows after a place, or from the beginning without one. */
export type PageWish = { after?: Place | null; limit: number }

/** As much as a page asks of a query of the data service. */
type Query = {
  lte(column: string, value: string): Query
  or(conditions: string): Query
  order(column: string, options: { ascending: boolean }): Query
  limit(count: number): PromiseLike<{ data: unknown; error: Error | null }>
}

/**
 * One page of what `query` finds, with the latest `column` first and then the greatest id. Throws
 * what the data service answers otherwise.
 */
export async function readPage<
  Row extends { id: string } & Record<Column, string>,
  Column extends string,
>(query: Query, column: Column, { after, limit }: PageWish): Promise<Page<Row>> {
  // The first condition says the same more loosely, and lets the index start at the place.
  const rest = after ? query.lte(column, after.at).or(beyond(column, after)) : query
  const { data, error } = await rest
    .order(column, { ascending: false })
    .order('id', { ascending: false })
    .limit(limit + 1)
  if (error) throw error
  return pageOf(data as Row[], limit, (row) => row[column])
}

/**
 * The condition, in the words of the data service's `or`, that a row comes after `place` in a list
 * with the latest `column` first and then the greatest id.
 */
function beyond(column: string, { at, id }: Place): string {
  return `${column}.lt."${at}",and(${column}.eq."${at}",id.lt."${id}")`
}

/** The page that `limit + 1` rows make. `atOf` says what a row is ordered by. */
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

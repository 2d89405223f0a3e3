/** Where a page of a list of one's own ended: what it is ordered by, and the id. */
export type Place = { at: string; id: string }

/** One page of a list, and where the next begins; null when there is nothing further. */
export type Page<Row> = { rows: Row[]; next: Place | null }

/**
 * The condition, in the words of the data service's `or`, that a row comes after `place` in a list
 * with the latest `column` first and then the greatest id.
 */
export function beyond(column: string, { at, id }: Place): string {
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

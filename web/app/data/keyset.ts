import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'

import type { InfiniteData } from '@tanstack/react-query'

/** A cursor for keyset paging: the last row's id and its value in the order column. */
export type Cursor = { at: string; id: string }

export type Page<Row> = { rows: Row[]; next: Cursor | null }

export type PageRequest = { after?: Cursor | null; limit: number; ascending?: boolean }

/** Applies `change` to every row in the cached pages of a TanStack infinite query. */
export const mapRows = <Row>(
  cached: InfiniteData<Page<Row>> | undefined,
  change: (row: Row) => Row,
) =>
  cached && {
    ...cached,
    pages: cached.pages.map((page) => ({ ...page, rows: page.rows.map(change) })),
  }

/** Query options of a user's paginated list. The query is disabled until the user's id is known. */
export const pagedQuery = <Row, const Key extends QueryKey>(
  userId: string | undefined,
  queryKey: Key,
  read: (client: Client, userId: string, after: Cursor | null) => Promise<Page<Row>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }) => read(await browserClient(), userId ?? '', pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
    enabled: userId !== undefined,
  })

type Query = {
  lte(column: string, value: string): Query
  gte(column: string, value: string): Query
  or(conditions: string): Query
  order(column: string, options: { ascending: boolean }): Query
  limit(count: number): PromiseLike<{ data: unknown; error: Error | null }>
}

/** Reads one page of `query`, ordered by `column` and then id. The order is descending by default. */
export async function readPage<
  Row extends { id: string } & Record<Column, string>,
  Column extends string,
>(query: Query, column: Column, request: PageRequest): Promise<Page<Row>> {
  const { after, limit, ascending = false } = request
  const side = ascending ? 'gt' : 'lt'
  // Adds a redundant `lte` or `gte` condition, because PostgreSQL can start an index scan there,
  // but not at an `or` condition.
  const rest = after
    ? query[`${side}e` as const](column, after.at).or(beyond(column, after, side))
    : query
  const { data, error } = await rest
    .order(column, { ascending })
    .order('id', { ascending })
    .limit(limit + 1)
  if (error) throw error
  return pageOf(data as Row[], limit, (row) => row[column])
}

/** Returns PostgREST's `or` condition that selects the rows after a cursor. */
function beyond(column: string, { at, id }: Cursor, side: 'gt' | 'lt'): string {
  return `${column}.${side}."${at}",and(${column}.eq."${at}",id.${side}."${id}")`
}

/** Returns the first `limit` rows as a page. If more rows were read, a next page exists. */
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

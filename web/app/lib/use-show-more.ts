import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useFocusWhenRendered } from './use-focus-when-rendered.ts'

/**
 * Returns a function that loads the next page of a list and focuses the first new row, because the
 * button 'Show more' can disappear. `idOf` returns the id of the element to focus in a row.
 */
export function useShowMore<Row>(
  list: UseInfiniteQueryResult<InfiniteData<{ rows: readonly Row[] }>>,
  idOf: (row: Row) => string,
): () => Promise<void> {
  const focus = useFocusWhenRendered()
  return async () => {
    const { data, isError } = await list.fetchNextPage()
    const first = data?.pages.at(-1)?.rows[0]
    if (first && !isError) focus(idOf(first), { preventScroll: true })
  }
}

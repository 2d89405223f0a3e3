import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useFocusWhenRendered } from './use-focus-when-rendered.ts'

/**
 * Returns the props of the button `ShowMore` that loads the next page of a list. The button may then
 * disappear, so the focus moves to the first new row, to the element with the id `idOf(row)`.
 */
export function useShowMore<Row>(
  list: UseInfiniteQueryResult<InfiniteData<{ rows: readonly Row[] }>>,
  idOf: (row: Row) => string,
) {
  const focus = useFocusWhenRendered()
  async function showMore() {
    const { data, isError } = await list.fetchNextPage()
    const first = data?.pages.at(-1)?.rows[0]
    if (first && !isError) focus(idOf(first), { preventScroll: true })
  }
  return {
    hasMore: list.hasNextPage,
    isPending: list.isFetchingNextPage,
    onPress: () => void showMore(),
  }
}

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useFocusWhenRendered } from './use-focus-when-rendered.ts'

/**
 * Loads and returns the next page of a list. Returns undefined if the request failed. TanStack
 * Query runs only one request of a list at a time. This function therefore waits for a refetch in
 * flight, and retries if an invalidation cancels its request.
 */
export async function loadNextPage<Page>(
  list: Pick<UseInfiniteQueryResult<InfiniteData<Page>>, 'data' | 'fetchNextPage'>,
): Promise<Page | undefined> {
  const shown = list.data?.pages.length ?? 0
  // Makes three attempts. The first can end with the result of a refetch, and an invalidation can
  // cancel the second.
  for (let attempt = 0; attempt < 3; attempt++) {
    const { data, isError, hasNextPage } = await list.fetchNextPage({ cancelRefetch: false })
    if (isError) return undefined
    if (data && data.pages.length > shown) return data.pages.at(-1)
    if (!hasNextPage) return undefined
  }
  return undefined
}

/**
 * Returns the props of the button `ShowMore` that loads the next page of a list. The button may then
 * disappear, so the focus moves to the first new row, to the element with the id `idOf(row)`.
 */
export function useShowMore<Row>(
  list: UseInfiniteQueryResult<InfiniteData<{ rows: readonly Row[] }>>,
  idOf: (row: Row) => string,
) {
  const focus = useFocusWhenRendered()
  // Also true while the next page waits for a refetch, which `isFetchingNextPage` does not show.
  const [isLoading, setLoading] = useState(false)
  async function showMore() {
    setLoading(true)
    const page = await loadNextPage(list).finally(() => setLoading(false))
    const first = page?.rows[0]
    if (first) focus(idOf(first), { preventScroll: true })
  }
  return {
    hasMore: list.hasNextPage,
    isPending: isLoading,
    onPress: () => void showMore(),
    onRetry: () => void list.refetch(),
  }
}

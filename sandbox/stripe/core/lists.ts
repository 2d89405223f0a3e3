import { noSuch } from './errors.ts'
import type { ListQuery, Store } from './store.ts'

type List<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

type PageParams = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: ListQuery['created']
}

/** Returns a page of stored objects of one type, newest first, filtered by top-level fields. */
export function listPage<T>(
  store: Store,
  kind: string,
  url: string,
  params: PageParams,
  query: Pick<ListQuery, 'where' | 'owner' | 'types'> = {},
): List<T> {
  const { limit = 10, starting_after, ending_before, created } = params
  const cursor = starting_after ?? ending_before
  if (cursor && !store.find(kind, cursor))
    throw noSuch(kind, cursor, starting_after ? 'starting_after' : 'ending_before')
  const found = store.list<T>(kind, {
    ...query,
    ...(created && { created }),
    limit,
    ...(starting_after && { startingAfter: starting_after }),
    ...(ending_before && { endingBefore: ending_before }),
  })
  const data = found.slice(0, limit)
  if (ending_before) data.reverse()
  return { object: 'list', url, has_more: found.length > limit, data }
}

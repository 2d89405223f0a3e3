import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { loadNextPage } from './use-show-more.ts'

type Request = { page: number; answer: () => void; signal: AbortSignal }

const cleanUps: Array<() => void> = []
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()))

/** A list of three pages with its first page loaded. Its further requests wait in `requests`. */
async function listWithFirstPage() {
  const client = new QueryClient()
  const requests: Request[] = []
  const queryKey = ['list']
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      new Promise<{ page: number }>((resolve) => {
        requests.push({ page: pageParam, signal, answer: () => resolve({ page: pageParam }) })
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page }) => (page < 3 ? page + 1 : null),
  })
  cleanUps.push(observer.subscribe(() => {}))
  const next = async () => {
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    return requests.shift()!
  }
  ;(await next()).answer()
  await expect.poll(() => observer.getCurrentResult().data?.pages).toHaveLength(1)
  const press = () => loadNextPage(observer.getCurrentResult())
  return { next, press, reload: () => void client.invalidateQueries({ queryKey }) }
}

test('the next page of a list loads even if an invalidation cancels its request', async () => {
  const { next, press, reload } = await listWithFirstPage()
  const loaded = press()
  const cancelled = await next()
  expect(cancelled.page).toBe(2)
  reload()
  const refetched = await next()
  expect(refetched.page).toBe(1)
  refetched.answer()
  ;(await next()).answer()
  expect(await loaded).toEqual({ page: 2 })
})

test('the next page of a list loads after a refetch in flight, without cancelling it', async () => {
  const { next, press, reload } = await listWithFirstPage()
  reload()
  const refetched = await next()
  const loaded = press()
  refetched.answer()
  const further = await next()
  expect(further.page).toBe(2)
  expect(refetched.signal.aborted).toBe(false)
  further.answer()
  expect(await loaded).toEqual({ page: 2 })
})

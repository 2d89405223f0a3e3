import {
  MutationObserver,
  notifyManager,
  onlineManager,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient, userKey } from './query-client.ts'

test("removing a user's queries at sign-out keeps the queries of other users in the cache", () => {
  const client = queryClient()
  client.setQueryData([...userKey('maya'), 'bookings'], ['loft'])
  client.setQueryData([...userKey('liam'), 'bookings'], ['studio'])
  client.removeQueries({ queryKey: userKey('maya') })
  expect(client.getQueryData([...userKey('maya'), 'bookings'])).toBeUndefined()
  expect(client.getQueryData([...userKey('liam'), 'bookings'])).toEqual(['studio'])
})

test('a query is retried once after a network error, but not after an error response', async () => {
  const client = queryClient()
  const callsUntilFailure = async (error: { message: string }) => {
    let calls = 0
    const queryFn = () => {
      calls += 1
      return Promise.reject(error)
    }
    await client
      .fetchQuery({
        ...client.getDefaultOptions().queries,
        queryKey: [error.message],
        queryFn,
        retryDelay: 0,
      })
      .catch(() => {})
    return calls
  }
  expect(await callsUntilFailure(new TypeError('Failed to fetch'))).toBe(2)
  expect(await callsUntilFailure({ message: 'TypeError: Failed to fetch' })).toBe(2)
  expect(await callsUntilFailure(new Error('permission denied'))).toBe(1)
})

test('a failed query runs again when the connection returns', async () => {
  const client = queryClient()
  client.mount()
  let calls = 0
  const observer = new QueryObserver(client, {
    queryKey: ['bookings'],
    queryFn: () => {
      calls += 1
      return calls === 1 ? Promise.reject(new Error('offline')) : ['loft']
    },
  })
  const stop = observer.subscribe(() => {})
  onlineManager.setOnline(false)
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  onlineManager.setOnline(true)
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['loft'])
  stop()
  client.unmount()
})

test('the server creates a query client for each page', () => {
  expect(queryClient()).not.toBe(queryClient())
})

test('components are notified of a pending mutation before the browser can handle a second click', async () => {
  const mutation = new MutationObserver(queryClient(), { mutationFn: () => new Promise(() => {}) })
  const seen: string[] = []
  // `useMutation` subscribes in this way.
  mutation.subscribe(notifyManager.batchCalls(({ status }) => seen.push(status)))
  void mutation.mutate()
  await Promise.resolve()
  expect(seen).toEqual(['pending'])
})

import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isUnreachable } from '#web/lib/errors.ts'

// Notifies components of a changed query or mutation in a microtask. By default, TanStack Query
// uses `setTimeout`, so a fast second press could send a mutation twice.
notifyManager.setScheduler(queueMicrotask)

/** Delay in milliseconds before the only retry of a request that got no response. */
const retryDelay = 500

/**
 * Milliseconds for which loaded data counts as fresh. Otherwise, a component that mounts right after
 * the data has loaded would request it again.
 */
const staleTime = 1_000

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // With `networkMode: 'always'`, the default is false.
        refetchOnReconnect: true,
        staleTime,
        retry: (failures, error) => failures === 0 && isUnreachable(error),
        retryDelay,
      },
      mutations: { networkMode: 'always' },
    },
  })

const shared = createQueryClient()

/**
 * Returns the browser's only query client, or a new one for each page that the server renders.
 * Queries run even while offline, and fail after at most one retry. Failed and stale queries run
 * again when the connection returns.
 */
export const queryClient = () => (import.meta.env.SSR ? createQueryClient() : shared)

/** First part of the query keys of a user's private data, which sign-out removes. */
export const userKey = (userId: string | undefined) => ['user', userId] as const

/** Returns the query key of a user's favorite lists. */
export const favoritesKey = (userId: string | undefined) =>
  [...userKey(userId), 'favorites'] as const

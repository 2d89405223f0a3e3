import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from '#web/lib/errors.ts'

/** Delay in milliseconds before the single retry of a request that got no response. */
const retryDelay = 500

/** Queries fail after at most one retry, even if the browser reports that it is offline. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures === 0 && isUnreachable(error),
        retryDelay,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** First part of every private query key. Sign-out removes a user's data by this prefix. */
export const userKey = (userId: string | undefined) => ['user', userId] as const

/** Query key of a user's favorite lists, which the heart on every card reads from the cache. */
export const favoritesKey = (userId: string | undefined) =>
  [...userKey(userId), 'favorites'] as const

import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from '#web/lib/errors.ts'

/** Delay in milliseconds before the only retry of a request that got no response. */
const retryDelay = 500

/** Creates the query client. Queries fail after at most one retry, even while offline. */
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

/** First part of a user's private query keys, by which sign-out removes the user's data. */
export const userKey = (userId: string | undefined) => ['user', userId] as const

/** Returns the query key of a user's favorite lists. */
export const favoritesKey = (userId: string | undefined) =>
  [...userKey(userId), 'favorites'] as const

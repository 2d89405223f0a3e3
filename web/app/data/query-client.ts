import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from '#web/lib/errors.ts'

/** Delay in milliseconds before the single retry of a request that got no response. */
const retryDelay = 500

/**
 * Creates the page's TanStack Query cache for private data. Queries fail after at most one retry,
 * also while the browser reports that it is offline.
 */
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

/**
 * Builds the prefix of every private query key. Starting with the user's id separates the users'
 * data, and sign-out removes all of it with one call.
 */
export const userKey = (userId: string | undefined) => ['user', userId] as const

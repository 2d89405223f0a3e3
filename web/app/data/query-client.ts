import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from '#web/lib/errors.ts'

/** Milliseconds before the one retry of a request that got no response. */
const retryDelay = 500

/**
 * The cache of private data, one for each open page. Errors appear after at most one retry, also
 * while the browser says that it is offline.
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
 * Every private query key starts with the user's id: no user sees another's data, and one call
 * removes all of it at sign-out.
 */
export const userKey = (userId: string | undefined) => ['user', userId] as const

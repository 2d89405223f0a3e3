import { userKey } from './query-client.ts'

/** Polling interval of conversations in milliseconds, as a fallback if Realtime is unreachable. */
export const pollMs = 60_000

export const messageKeys = {
  all: (userId: string | undefined) => [...userKey(userId), 'messages'] as const,
  thread: (userId: string | undefined, id: string) =>
    [...messageKeys.all(userId), 'thread', id] as const,
  /**
   * Query key of the page's unsent messages. The key does not start with the key `all`, so that
   * refetching all message queries does not affect unsent messages.
   */
  outbox: (userId: string | undefined, id: string) => [...userKey(userId), 'outbox', id] as const,
}

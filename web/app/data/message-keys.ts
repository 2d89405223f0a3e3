import { userKey } from './query-client.ts'

/** Polling interval in case Realtime is unreachable, in milliseconds. */
export const pollMs = 60_000

export const messageKeys = {
  all: (userId: string | undefined) => [...userKey(userId), 'messages'] as const,
  thread: (userId: string | undefined, id: string) =>
    [...messageKeys.all(userId), 'thread', id] as const,
  /** Unsent messages of this page. The key is outside `all`, because `all` is refetched. */
  outbox: (userId: string | undefined, id: string) => [...userKey(userId), 'outbox', id] as const,
}

import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

type LiveTable = {
  userId: string
  keys: readonly QueryKey[]
  /** `keysOfNewRow` replaces `keys` for an inserted row. */
  keysOfNewRow?: (row: Readonly<Record<string, unknown>>) => readonly QueryKey[]
  /**
   * First part of the keys of queries that may miss changes while there is no subscription. When
   * the subscription starts or restarts, stale queries with such a key refetch. A query that does
   * not refetch on window focus is skipped, because it holds the data of a form.
   */
  catchUpKey?: QueryKey
  filter?: string
}

/**
 * Refetches the queries that start with one of `keys` when a row of `table` changes that the user
 * may read. `filter` limits the rows, such as `user_id=eq.1`.
 */
export function useLiveTable(
  table: 'conversations' | 'notifications',
  { userId, keys, keysOfNewRow, catchUpKey, filter }: LiveTable,
): void {
  const queryClient = useQueryClient()
  const refresh = useEffectEvent((newRow?: Readonly<Record<string, unknown>>) => {
    const changed = (newRow && keysOfNewRow?.(newRow)) ?? keys
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
  })
  const catchUp = useEffectEvent(() => {
    refresh()
    if (!catchUpKey) return
    const refetchesOnFocus = ({ observers }: Query) =>
      observers.some(({ options }) => options.refetchOnWindowFocus !== false)
    void queryClient.refetchQueries(
      { queryKey: catchUpKey, type: 'active', stale: true, predicate: refetchesOnFocus },
      { cancelRefetch: false },
    )
  })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const subscribe = async () => {
      const { realtimeClient } = await import('#web/data/realtime-client.ts')
      const client = realtimeClient()
      // Waits for the user's token, because a channel that is joined earlier gets no private rows.
      await client.setAuth()
      if (isGone) return
      const changes = { event: '*', schema: 'public', table, ...(filter && { filter }) } as const
      const channel = client
        .channel(`${table}:${userId}`)
        .on('postgres_changes', changes, (change) =>
          refresh(change.eventType === 'INSERT' ? change.new : undefined),
        )
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') catchUp()
        })
      stop = () => void client.removeChannel(channel)
    }
    // Loads the Realtime library only after the first input, because queries load the initial data.
    // If the library fails to load, messages are polled, and notifications update at the next page
    // load.
    const cancel = whenUsed(() => void subscribe().catch(() => {}))
    return () => {
      isGone = true
      cancel()
      stop?.()
    }
  }, [table, userId, filter])
}

/** Milliseconds after which `whenUsed` stops waiting for input and calls `run`. */
const waitMs = 10_000

/**
 * Calls `run` after the first input on the page, or after a time limit. Returns a function that
 * cancels the call.
 */
function whenUsed(run: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const start = () => {
    ended.abort()
    run()
  }
  const timer = setTimeout(start, waitMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  for (const input of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
    addEventListener(input, start, { passive: true, signal })
  return () => ended.abort()
}

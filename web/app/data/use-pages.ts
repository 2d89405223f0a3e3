import { useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '#web/lib/errors.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import type { Page, Place } from './keyset.ts'
import { useQuery } from './use-query.ts'

/**
 * A list of the signed-in person's own that grows by 'Show more'. `ask` reads one page, from the
 * beginning when there is no place. `showMore` answers the first row that came, for the focus.
 */
export function usePages<Row>(
  key: string | null,
  ask: (client: Client, after: Place | null) => Promise<Page<Row>>,
  failure: string,
) {
  const first = useQuery(key, (client) => ask(client, null), failure)
  const [isLoadingMore, setLoading] = useState(false)
  const [moreError, setError] = useState<string>()
  const { data: page, change } = first

  async function showMore(): Promise<Row | undefined> {
    if (!page?.next || isLoadingMore) return undefined
    setLoading(true)
    setError(undefined)
    try {
      const { rows, next } = await ask(await browserClient(), page.next)
      flushSync(() => change((before) => ({ rows: [...before.rows, ...rows], next })))
      return rows[0]
    } catch (reason) {
      setError(messageOf(reason, failure))
      return undefined
    } finally {
      setLoading(false)
    }
  }

  return {
    rows: page?.rows,
    hasMore: Boolean(page?.next),
    error: first.error ?? moreError,
    isLoadingMore,
    showMore,
    /** Changes rows in place, for what the screen knows sooner than the server says. */
    changeRows: (update: (row: Row) => Row) =>
      change((before) => ({ ...before, rows: before.rows.map(update) })),
  }
}

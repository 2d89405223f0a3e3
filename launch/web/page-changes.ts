import { RealtimeClient } from '@supabase/realtime-js'
import { pageTables, tagsOfChange, type PageChange } from '@hourspace/web/data/page-tags.ts'
import type { PageCache } from './page-cache.ts'

/**
 * Invalidates cached pages when their data changes, using the change feed of Realtime at `url`.
 * While the feed is disconnected, the cache keeps no pages.
 * @returns a function that closes the connection.
 */
export function watchPageChanges(
  cache: Pick<PageCache, 'invalidate' | 'isLive'>,
  url: string,
  serviceRoleKey: string,
): () => Promise<void> {
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: serviceRoleKey },
  })
  const channel = client.channel('page-cache')
  for (const table of pageTables)
    channel.on<PageChange['row']>(
      'postgres_changes',
      { event: '*', schema: 'public', table },
      (change) => {
        const row = change.eventType === 'DELETE' ? change.old : change.new
        cache.invalidate(tagsOfChange({ table, row }))
      },
    )
  // A `system` message reports that the subscription is active, or why it is not.
  channel.on('system', {}, ({ status, message }: { status: string; message: string }) => {
    cache.isLive = status === 'ok'
    if (status !== 'ok') console.error(`the page cache receives no changes: ${message}`)
  })
  channel.subscribe((status) => {
    if (status !== 'SUBSCRIBED') cache.isLive = false
  })
  return async () => {
    await client.disconnect()
  }
}

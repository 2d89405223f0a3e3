import { RealtimeClient } from '@supabase/realtime-js'
import { pageTables, tagsOfChange, type PageChange } from '@hourspace/web/data/page-tags.ts'
import type { PageCache } from './page-cache.ts'

/**
 * Invalidates cached pages on changes in the Realtime feed at `url`. The cache keeps no pages while
 * the feed is disconnected. Returns a function that closes the connection.
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
  channel.on('system', {}, ({ status, message }: { status: string; message: string }) => {
    cache.isLive = status === 'ok'
    if (status !== 'ok')
      console.error(`The page cache receives no changes and keeps no pages: ${message}`)
  })
  channel.subscribe((status) => {
    if (status !== 'SUBSCRIBED') cache.isLive = false
  })
  return async () => {
    await client.disconnect()
  }
}

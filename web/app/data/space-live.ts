import type { SpaceDetails } from './space-details.ts'
import { realtimeClient } from './realtime-client.ts'

type SpaceWatcher = {
  onTimes: () => void
  /** `onSpace` receives the changed row, or null after the space was deleted. */
  onSpace: (space: Partial<SpaceDetails> | null) => void
  /**
   * `onListening` is called when the subscription starts or restarts. Changes before that call are
   * not delivered.
   */
  onListening: () => void
}

/** Subscribes to changes of a space and its taken times. Returns the unsubscribe function. */
export function watchSpace(spaceId: string, watcher: SpaceWatcher): () => void {
  const feed = realtimeClient()
  const schema = 'public'
  const channel = feed
    // A private channel, because every client can send broadcasts to a public one.
    .channel(`space:${spaceId}`, { config: { private: true } })
    .on(
      'postgres_changes',
      { event: '*', schema, table: 'space_availability', filter: `space_id=eq.${spaceId}` },
      watcher.onTimes,
    )
    // The database trigger `announce_released_time` sends this broadcast. Visitors receive no row
    // change for a released time, because they may not read the row.
    .on('broadcast', { event: 'released' }, watcher.onTimes)
    .on<SpaceDetails>(
      'postgres_changes',
      { event: '*', schema, table: 'spaces', filter: `id=eq.${spaceId}` },
      (change) => {
        if (change.eventType !== 'DELETE') watcher.onSpace(change.new)
        else if (change.old.id === spaceId) watcher.onSpace(null)
      },
    )
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') watcher.onListening()
    })
  return () => void feed.removeChannel(channel)
}

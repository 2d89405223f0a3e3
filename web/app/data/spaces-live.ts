import { realtimeClient } from './realtime-client.ts'
import type { SpaceType } from './space-types.ts'
import { toListedSpace, type ListedSpace } from './spaces.ts'

export type SpaceChange =
  { kind: 'inserted' | 'updated'; space: ListedSpace } | { kind: 'deleted'; id: string }

export type TypeChange = { kind: 'saved'; type: SpaceType } | { kind: 'deleted'; id: string }

type SpaceWatcher = {
  onSpace: (change: SpaceChange) => void
  onType: (change: TypeChange) => void
  /**
   * `onListening` is called when the subscription starts or restarts. Changes before that call are
   * not delivered.
   */
  onListening: () => void
}

/** Subscribes to changes of spaces and space types. Returns the unsubscribe function. */
export function watchSpaces(watcher: SpaceWatcher): () => void {
  const feed = realtimeClient()
  const channel = feed
    .channel('spaces')
    .on<ListedSpace>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'spaces' },
      (change) => {
        if (change.eventType === 'DELETE') {
          const { id } = change.old
          if (id) watcher.onSpace({ kind: 'deleted', id })
        } else {
          const kind = change.eventType === 'INSERT' ? 'inserted' : 'updated'
          watcher.onSpace({ kind, space: toListedSpace(change.new) })
        }
      },
    )
    .on<SpaceType>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'space_types' },
      (change) => {
        if (change.eventType === 'DELETE') {
          const { id } = change.old
          if (id) watcher.onType({ kind: 'deleted', id })
        } else {
          const { id, name, label } = change.new
          watcher.onType({ kind: 'saved', type: { id, name, label } })
        }
      },
    )
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') watcher.onListening()
    })
  return () => void feed.removeChannel(channel)
}

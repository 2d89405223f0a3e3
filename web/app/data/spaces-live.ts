import { browserClient } from './browser-client.ts'
import type { SpaceType } from './space-types.ts'
import { inListedForm, type ListedSpace } from './spaces.ts'

/** What happened to a space while the page was open. */
export type SpaceChange =
  { kind: 'inserted' | 'updated'; space: ListedSpace } | { kind: 'deleted'; id: string }

type SpaceWatcher = {
  onSpace: (change: SpaceChange) => void
  onType: (type: SpaceType) => void
  /** The feed runs (again): changes before this moment were not told. */
  onListening: () => void
}

/** Tells of every change of spaces and of every new space type. Answers how to stop. */
export function watchSpaces(watcher: SpaceWatcher): () => void {
  let stop: (() => void) | undefined
  let isStopped = false

  void browserClient()
    .then((client) => {
      if (isStopped) return
      const channel = client
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
              watcher.onSpace({ kind, space: inListedForm(change.new) })
            }
          },
        )
        .on<SpaceType>(
          'postgres_changes',
          { event: 'INSERT', schema: 'public', table: 'space_types' },
          ({ new: { id, name, label } }) => watcher.onType({ id, name, label }),
        )
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') watcher.onListening()
        })
      stop = () => void client.removeChannel(channel)
    })
    // Without the feed the page is as it was when it was loaded, which is no fault to show.
    .catch((error: unknown) => console.warn('Changes cannot be followed', error))

  return () => {
    isStopped = true
    stop?.()
  }
}

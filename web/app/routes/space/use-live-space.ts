import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { findSpace, type SpaceDetails } from '#web/data/space-details.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Batching delay in milliseconds. `onTimes` is called once for each batch of changes, this long
 * after the first change.
 */
const batchingMs = 150

/**
 * Returns the space with its Realtime changes since the page was loaded, and a function that
 * applies a change immediately. Calls `onTimes` when slots may have changed.
 */
export function useLiveSpace(
  loaded: SpaceDetails,
  onTimes: () => void,
): [SpaceDetails, (change: Partial<SpaceDetails>) => void] {
  const [changes, setChanges] = useState<Partial<SpaceDetails>>({})
  const tellTimes = useEffectEvent(onTimes)
  const { id } = loaded

  useEffect(() => {
    const gone = new AbortController()
    let batch: ReturnType<typeof setTimeout> | undefined

    const receive = (space: Partial<SpaceDetails> | null) => {
      if (gone.signal.aborted) return
      // Uses a transition, because an urgent update of the whole page would block input.
      startTransition(() =>
        setChanges((before) => ({
          ...before,
          ...(space ? detailsOf(space) : { available: false }),
        })),
      )
    }
    const catchUp = async () => receive(await findSpace(await browserClient(), id))
    // If Realtime fails, the page shows the loaded data. It still fetches slots when the window
    // gets the focus.
    const ignore = (error: unknown) => console.warn('Failed to follow the space', error)
    let isChanged = false
    const readAgain = ({ withSpace = false } = {}) => {
      isChanged ||= withSpace
      batch ??= setTimeout(() => {
        batch = undefined
        tellTimes()
        if (isChanged) catchUp().catch(ignore)
        isChanged = false
      }, batchingMs)
    }
    const follow = async () => {
      const { watchSpace } = await import('#web/data/space-live.ts')
      if (gone.signal.aborted) return
      const stop = watchSpace(id, {
        onTimes: () => readAgain(),
        // Also handles changed booking rules, because each change of a rule also updates the row of
        // the space.
        onSpace: (space) => {
          receive(space)
          readAgain({ withSpace: true })
        },
        onListening: () => readAgain({ withSpace: true }),
      })
      gone.signal.addEventListener('abort', stop)
    }
    const cancel = whenIdle(() => void follow().catch(ignore))
    return () => {
      cancel()
      clearTimeout(batch)
      gone.abort()
    }
  }, [id])

  const apply = (change: Partial<SpaceDetails>) =>
    setChanges((before) => ({ ...before, ...change }))
  return [withChanges(loaded, changes), apply]
}

/**
 * Returns the space with its changes. Ignores the changes if the loaded space is newer, for example
 * if the page has loaded again after Realtime has lost its connection.
 */
export function withChanges(loaded: SpaceDetails, changes: Partial<SpaceDetails>): SpaceDetails {
  const isOutdated = Date.parse(changes.updated_at ?? '') < Date.parse(loaded.updated_at)
  return isOutdated ? loaded : { ...loaded, ...changes }
}

const changeable = [
  'updated_at',
  'available',
  'status',
  'buffer_minutes',
  'lead_hours',
  'horizon_days',
  'minimum_hours',
  'maximum_hours',
  'opening_hours',
  'date_exceptions',
  'price_rules',
  'length_discounts',
] satisfies Array<keyof SpaceDetails>

/** Picks the fields of a space that can change while the page is open. */
function detailsOf(space: Partial<SpaceDetails>): Partial<SpaceDetails> {
  const { price } = space
  return {
    ...Object.fromEntries(changeable.flatMap((key) => (key in space ? [[key, space[key]]] : []))),
    ...(price !== undefined && { price: Number(price) }),
  }
}

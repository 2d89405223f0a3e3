import { useEffect, useEffectEvent, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { findSpace, type SpaceDetails } from '#web/data/space-details.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

/** Milliseconds to wait for further changes before `onTimes` is called. */
const batchingMs = 150

/**
 * Returns the space with its changes since the page was loaded, through Realtime, and a function
 * that applies a change at once. Calls `onTimes` when taken times may have changed.
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

    const readTimes = () => {
      batch ??= setTimeout(() => {
        batch = undefined
        tellTimes()
      }, batchingMs)
    }
    const receive = (space: Partial<SpaceDetails> | null) => {
      if (gone.signal.aborted) return
      setChanges((before) => ({ ...before, ...(space ? detailsOf(space) : { available: false }) }))
    }
    const follow = async () => {
      const { watchSpace } = await import('#web/data/space-live.ts')
      if (gone.signal.aborted) return
      const stop = watchSpace(id, {
        onTimes: readTimes,
        onSpace: receive,
        onListening: () => {
          readTimes()
          catchUp().catch(ignore)
        },
      })
      gone.signal.addEventListener('abort', stop)
    }
    const catchUp = async () => receive(await findSpace(await browserClient(), id))
    // Without Realtime, the page shows its loaded data and reads taken times when it gets the focus.
    const ignore = (error: unknown) => console.warn('Failed to follow the space', error)
    const cancel = whenIdle(() => void follow().catch(ignore))
    return () => {
      cancel()
      clearTimeout(batch)
      gone.abort()
    }
  }, [id])

  const apply = (change: Partial<SpaceDetails>) =>
    setChanges((before) => ({ ...before, ...change }))
  return [{ ...loaded, ...changes }, apply]
}

/** Returns the values that can change while the page is open. */
function detailsOf({ available, status, price }: Partial<SpaceDetails>): Partial<SpaceDetails> {
  return {
    ...(available !== undefined && { available }),
    ...(status !== undefined && { status }),
    ...(price !== undefined && { price: Number(price) }),
  }
}

import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { SpaceChange, TypeChange } from '#web/data/spaces-live.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Subscribes to Realtime changes of spaces and space types, and passes them to the callbacks.
 * Reloads the page's data when the subscription starts.
 */
export function useSpaceFeed(
  onSpace: (change: SpaceChange) => void,
  onType: (change: TypeChange) => void,
): void {
  const { revalidate } = useRevalidator()
  const tellSpace = useEffectEvent(onSpace)
  const tellType = useEffectEvent(onType)
  const catchUp = useEffectEvent(() => void revalidate())

  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const follow = async () => {
      const { watchSpaces } = await import('#web/data/spaces-live.ts')
      if (isGone) return
      stop = watchSpaces({
        onSpace: (change) => tellSpace(change),
        onType: (change) => tellType(change),
        onListening: () => catchUp(),
      })
    }
    const cancel = whenIdle(() => {
      // Only logs the error, because the page works without Realtime.
      follow().catch((error: unknown) =>
        console.warn('Failed to subscribe to changes of spaces', error),
      )
    })
    return () => {
      isGone = true
      cancel()
      stop?.()
    }
  }, [])
}

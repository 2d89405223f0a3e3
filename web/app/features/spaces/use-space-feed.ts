import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { SpaceType } from '#web/data/space-types.ts'
import type { SpaceChange } from '#web/data/spaces-live.ts'

/** Runs once the page has loaded and the browser has nothing better to do. Answers how to cancel. */
function whenIdle(run: () => void): () => void {
  const cancel = new AbortController()
  const start = () => {
    if (cancel.signal.aborted) return
    // Safari has no idle callback.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => cancel.signal.aborted || run(), { timeout: 2_000 })
    else setTimeout(() => cancel.signal.aborted || run(), 500)
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true, signal: cancel.signal })
  return () => cancel.abort()
}

/**
 * Follows the marketplace while the page is open. The feed and its library load after the page,
 * and each time it begins the page is loaded anew, for whatever happened before.
 */
export function useSpaceFeed(
  onSpace: (change: SpaceChange) => void,
  onType: (type: SpaceType) => void,
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
        onType: (type) => tellType(type),
        onListening: () => catchUp(),
      })
    }
    const cancel = whenIdle(() => {
      // Without the feed the page is as it was when it was loaded, which is no fault to show.
      follow().catch((error: unknown) => console.warn('Changes cannot be followed', error))
    })
    return () => {
      isGone = true
      cancel()
      stop?.()
    }
  }, [])
}

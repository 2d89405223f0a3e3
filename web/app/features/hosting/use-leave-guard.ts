import { useEffect } from 'react'
import { useBlocker, type Blocker } from 'react-router'

/**
 * Keeps people from leaving by mistake while `isDirty()`: within the app the returned blocker asks,
 * for a closed tab the browser does.
 */
export function useLeaveGuard(isDirty: () => boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [isDirty])
  return blocker
}

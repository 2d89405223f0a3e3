import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns true while the browser reports that it is offline. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/**
 * Returns the prefetch mode of links. It is 'none' while offline, because React Router reloads the
 * page when a module fails to load.
 */
export const usePrefetch = () => (useIsOffline() ? 'none' : 'intent')

import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/**
 * Disables prefetching while offline, because React Router reloads the page if a prefetched module
 * fails to load.
 */
export const usePrefetch = () => (useIsOffline() ? 'none' : 'intent')

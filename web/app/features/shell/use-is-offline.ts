import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** True while the browser reports no network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/**
 * Prefetch mode of links. None while offline: React Router reloads the page when a module fails to
 * load.
 */
export const usePrefetch = () => (useIsOffline() ? 'none' : 'intent')

import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** True while the browser knows of no network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/**
 * When links fetch what they lead to. Never without a network: the router answers a module that does
 * not come with a reload, and the page would be gone.
 */
export const usePrefetch = () => (useIsOffline() ? 'none' : 'intent')

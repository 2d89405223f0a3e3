import { useBrowserValue } from '#web/lib/use-browser-value.ts'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function useIsOffline(): boolean {
  return useBrowserValue(() => !navigator.onLine, false, subscribe)
}

/**
 * Disables prefetching while offline, because React Router reloads the page if a prefetched module
 * fails to load.
 */
export const usePrefetch = () => (useIsOffline() ? 'none' : 'intent')

import { useEffect } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'hourspace-results'

/** Remembers the URL of a page with results for 'Back to results'. */
export function useRememberedResults(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, pathname + search)
    } catch {
      // The browser's storage is full or disabled. The space page then has no link to the results.
    }
  }, [pathname, search])
}

/** Returns the path of the results that this tab showed last, or null. Browser only. */
export function resultsPath(): string | null {
  try {
    const path = sessionStorage.getItem(storageKey)
    return path?.startsWith('/') && !path.startsWith('//') ? path : null
  } catch {
    return null
  }
}

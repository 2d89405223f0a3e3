import { useEffect } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'hourspace-results'

/** Stores the URL of a page with search results for the link 'Back to results'. */
export function useRememberedResults(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, pathname + search)
    } catch {
      // sessionStorage may be full or disabled. The space page then has no link to the results.
    }
  }, [pathname, search])
}

/** Returns the path of this tab's last search results; null if there are none. Browser only. */
export function resultsPath(): string | null {
  try {
    const path = sessionStorage.getItem(storageKey)
    return path?.startsWith('/') && !path.startsWith('//') ? path : null
  } catch {
    return null
  }
}

import { useEffect } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'hourspace-results'

/** Stores the URL of a page with search results for the link 'Back to results' on space pages. */
export function useRememberedResults(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, pathname + search)
    } catch {
      // If sessionStorage is full or disabled, space pages have no link 'Back to results'.
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

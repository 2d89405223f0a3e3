const listeners = new Set<() => void>()

/**
 * Calls `listener` when a tab changes localStorage. Returns a function that removes the listener.
 */
export function onStorageChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Returns the stored text; null if there is none or the browser blocks localStorage. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text, or removes it if `text` is null. Also calls the listeners of this tab, because
 * browsers send `storage` events only to other tabs.
 */
export function storeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // If localStorage is full or blocked, the page works without the stored text.
  }
  for (const listener of listeners) listener()
}

/** Clears the sessionStorage of this tab. */
export function clearSessionStorage(): void {
  try {
    sessionStorage.clear()
  } catch {
    // If the browser blocks sessionStorage, nothing is stored.
  }
}

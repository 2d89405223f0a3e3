const listeners = new Set<() => void>()

/** Calls `listener` when a tab changes localStorage. Returns a function that stops it. */
export function onStorageChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Stores a text and notifies this tab, because browsers send `storage` events only to others. */
export function storeText(key: string, text: string): void {
  localStorage.setItem(key, text)
  for (const listener of listeners) listener()
}

const storageKey = 'hourspace-recent-searches'

const mostRemembered = 5

/** Returns the texts of recent searches in this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

function store(texts: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(texts))
  } catch {
    // The browser's storage is full or disabled. The search works without it.
  }
}

export function rememberSearch(text: string): void {
  const typed = text.trim()
  if (typed.length < 2) return
  const others = recentSearches().filter((other) => other.toLowerCase() !== typed.toLowerCase())
  store([typed, ...others].slice(0, mostRemembered))
}

export function forgetSearch(text: string): string[] {
  const others = recentSearches().filter((other) => other !== text)
  store(others)
  return others
}

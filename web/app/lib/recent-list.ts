import { readText, storeText } from './local-storage.ts'

/** A short list of texts in localStorage, newest first, without duplicates. */
type RecentList = {
  read: () => string[]
  /** `add` puts a text at the front and removes its earlier entry, ignoring case. */
  add: (text: string) => void
  remove: (text: string) => void
}

/**
 * Reads and changes the list that localStorage holds under `storageKey`. The list has at most
 * `most` texts.
 */
export function recentList(storageKey: string, most: number): RecentList {
  function read(): string[] {
    try {
      const stored: unknown = JSON.parse(readText(storageKey) ?? '[]')
      return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
    } catch {
      return []
    }
  }
  const others = (text: string) =>
    read().filter((other) => other.toLowerCase() !== text.toLowerCase())
  function store(texts: readonly string[]): void {
    storeText(storageKey, JSON.stringify(texts.slice(0, most)))
  }
  return {
    read,
    add: (text) => store([text, ...others(text)]),
    remove: (text) => store(others(text)),
  }
}

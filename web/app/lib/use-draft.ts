import { useState } from 'react'

/**
 * State of a form. The tab keeps the state in sessionStorage under `key`, across reloads and other
 * pages, until the caller clears it. Not for components that the server renders, because the server
 * cannot read the draft. `key` must identify the user, or a record that only one user can write,
 * because another user may sign in in the same tab.
 */
export function useDraft<Draft>(key: string, initial: Draft) {
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(key) ?? initial)
  return {
    draft,
    write(next: Draft) {
      setDraft(next)
      saveDraft(key, next)
    },
    clear: () => clearDraft(key),
  }
}

export function readDraft<Draft>(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

export function saveDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If sessionStorage is full or disabled, the form works without a saved draft.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // If sessionStorage is disabled, there is no draft to remove.
  }
}

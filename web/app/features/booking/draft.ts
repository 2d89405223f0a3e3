import type { Selection } from './selection.ts'

const draftKey = 'hourspace-draft'
const keyOf = (spaceId: string) => `${draftKey}-${spaceId}`

/**
 * Keeps what was chosen for a space until this tab is closed, so that leaving to sign in or to pay
 * elsewhere, or a reload, loses nothing.
 */
export function keepDraft(spaceId: string, selection: Selection): void {
  try {
    sessionStorage.setItem(keyOf(spaceId), JSON.stringify(selection))
  } catch {
    // Where nothing may be stored the draft lives as long as the page.
  }
}

/** What was chosen before, unless its day has passed; null when there is nothing. */
export function keptDraft(spaceId: string, today: string): Selection | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(spaceId)) ?? 'null')
    return isSelection(kept) && kept.date !== null && kept.date >= today ? kept : null
  } catch {
    return null
  }
}

/** Forgets it: it is booked now. */
export function forgetDraft(spaceId: string): void {
  try {
    sessionStorage.removeItem(keyOf(spaceId))
  } catch {
    // Nothing was stored either.
  }
}

function isSelection(kept: unknown): kept is Selection {
  if (typeof kept !== 'object' || kept === null) return false
  const { date, hour, hours } = kept as Partial<Record<keyof Selection, unknown>>
  return (
    (date === null || typeof date === 'string') &&
    (hour === null || Number.isInteger(hour)) &&
    Number.isInteger(hours)
  )
}

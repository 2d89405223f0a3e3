import {
  maximumHours,
  minimumHours,
  type Slot,
  type Span,
  spanAt,
} from '@hourspace/domain/slots.ts'

/** What a guest has chosen so far: a day (YYYY-MM-DD) and a full hour of the space's clock. */
export type Selection = { date: string | null; hour: number | null; hours: number }

/** The chosen span, or null while something is missing. */
export function spanOf({ date, hour, hours }: Selection, timeZone: string): Span | null {
  return date !== null && hour !== null ? spanAt(date, hour, hours, timeZone) : null
}

/** A whole number of hours that may be booked, nearest to `hours`. */
export function clampHours(hours: number): number {
  return Math.min(maximumHours, Math.max(minimumHours, Math.round(hours)))
}

/** Why the selection cannot be booked, in the words of the spec; null when it can. */
export function problemWithSelection(
  selection: Selection,
  slots: readonly Slot[],
  today: string,
): string | null {
  if (selection.date !== null && selection.date < today)
    return 'Please select a future date and time'
  const slot = slots.find(({ hour }) => hour === selection.hour)
  if (selection.date === null || !slot) return 'Please select a date and time'
  if (slot.state === 'past') return 'Please select a future date and time'
  if (slot.state === 'taken') return 'This time slot is not available'
  return null
}

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

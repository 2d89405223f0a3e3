import {
  maximumHours,
  minimumHours,
  type Slot,
  type Span,
  spanAt,
} from '@hourspace/domain/slots.ts'

/** The chosen day (YYYY-MM-DD), full hour and duration, in the space's time zone. */
export type Selection = { date: string | null; hour: number | null; hours: number }

/** The chosen span, or null while the choice is incomplete. */
export function spanOf({ date, hour, hours }: Selection, timeZone: string): Span | null {
  return date !== null && hour !== null ? spanAt(date, hour, hours, timeZone) : null
}

/** The nearest duration in hours that can be booked. */
export function clampHours(hours: number): number {
  return Math.min(maximumHours, Math.max(minimumHours, Math.round(hours)))
}

/** Why the selection cannot be booked, with the specification's texts; null if it can. */
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

/** Saves the selection for this tab, so that it survives sign-in, payment redirects and reloads. */
export function saveDraft(spaceId: string, selection: Selection): void {
  try {
    sessionStorage.setItem(keyOf(spaceId), JSON.stringify(selection))
  } catch {
    // Without sessionStorage the selection lasts as long as the page.
  }
}

/** The saved selection, unless its day has passed; null if there is none. */
export function savedDraft(spaceId: string, today: string): Selection | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(spaceId)) ?? 'null')
    return isSelection(kept) && kept.date !== null && kept.date >= today ? kept : null
  } catch {
    return null
  }
}

/** Removes the saved selection after the booking. */
export function clearDraft(spaceId: string): void {
  try {
    sessionStorage.removeItem(keyOf(spaceId))
  } catch {}
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

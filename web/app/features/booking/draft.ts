import { lastBookableDay, type Slot, type Span, spanAt } from '@hourspace/domain/slots.ts'

/** The selected day (YYYY-MM-DD), full hour and duration in hours, in the space's time zone. */
type TimeSelection = { date: string | null; hour: number | null; hours: number }

/** What a guest books: a time, the number of people and the ids of extras. */
export type Selection = TimeSelection & { guests: number; extras: readonly string[] }

export function spanOf({ date, hour, hours }: TimeSelection, timeZone: string): Span | null {
  return date !== null && hour !== null ? spanAt(date, hour, hours, timeZone) : null
}

/** Returns the error text for a selection that cannot be booked; null if it can be booked. */
export function problemWithSelection(
  selection: TimeSelection,
  slots: readonly Slot[],
  today: string,
): string | null {
  if (selection.date !== null && selection.date < today)
    return 'Please select a future date and time'
  if (selection.date !== null && selection.date > lastBookableDay(today))
    return 'Please select a date within the next year'
  const slot = slots.find(({ hour }) => hour === selection.hour)
  if (selection.date === null || !slot) return 'Please select a date and time'
  if (slot.state === 'past') return 'Please select a future date and time'
  if (slot.state === 'taken') return 'This time slot is not available'
  return null
}

/** Returns the number of people in a URL's query (`?guests=12`), as a search sets it, or null. */
export function guestsIn(query: string): number | null {
  const guests = Number(new URLSearchParams(query).get('guests'))
  return Number.isSafeInteger(guests) && guests >= 1 ? guests : null
}

const draftKey = 'hourspace-draft'
const keyOf = (spaceId: string) => `${draftKey}-${spaceId}`

/** Saves the selection in the tab, so that it survives sign-in, payment redirects and reloads. */
export function saveDraft(spaceId: string, selection: Selection): void {
  try {
    sessionStorage.setItem(keyOf(spaceId), JSON.stringify(selection))
  } catch {
    // Without sessionStorage, the selection is kept only until the page is closed.
  }
}

/** Returns the saved selection; null if there is none or its day has passed. */
export function savedDraft(spaceId: string, today: string): Selection | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(spaceId)) ?? 'null')
    return isSelection(kept) && kept.date !== null && kept.date >= today ? kept : null
  } catch {
    return null
  }
}

export function clearDraft(spaceId: string): void {
  try {
    sessionStorage.removeItem(keyOf(spaceId))
  } catch {}
}

function isSelection(kept: unknown): kept is Selection {
  if (typeof kept !== 'object' || kept === null) return false
  const { date, hour, hours, guests, extras } = kept as Partial<Record<keyof Selection, unknown>>
  return (
    (date === null || typeof date === 'string') &&
    (hour === null || Number.isInteger(hour)) &&
    Number.isInteger(hours) &&
    Number.isInteger(guests) &&
    Array.isArray(extras) &&
    extras.every((id) => typeof id === 'string')
  )
}

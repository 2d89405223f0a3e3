import { lastBookableDay, type Span } from '@hourspace/domain/slots.ts'
import { type Slot, stateAt } from '#web/data/slots.ts'

/** `date` is a day (YYYY-MM-DD) in the space's time zone. `startsAt` is an ISO instant. */
type TimeSelection = { date: string | null; startsAt: string | null; hours: number }

const hourMs = 3_600_000

/**
 * A guest's choice of a time, a number of people and extras, and the message to the host. `extras`
 * are ids.
 */
export type Selection = TimeSelection & {
  guests: number
  extras: readonly string[]
  message: string
}

export function spanOf({ startsAt, hours }: TimeSelection): Span | null {
  if (startsAt === null) return null
  return { startsAt: new Date(startsAt), endsAt: new Date(Date.parse(startsAt) + hours * hourMs) }
}

/** Returns the error text for a selection that cannot be booked; null if it can be booked. */
export function problemWithSelection(
  selection: TimeSelection,
  slots: readonly Slot[],
  { today, now }: { today: string; now: Date },
): string | null {
  if (selection.date !== null && selection.date < today)
    return 'Please select a future date and time'
  if (selection.date !== null && selection.date > lastBookableDay(today))
    return 'Please select a date within the next year'
  const slot = slots.find(({ startsAt }) => startsAt === selection.startsAt)
  if (selection.date === null || !slot) return 'Please select a date and time'
  switch (stateAt(slot, now)) {
    case 'free':
      return null
    case 'past':
      return 'Please select a future date and time'
    case 'taken':
      return 'This time slot is not available'
    case 'closed':
      if (slot.problem === 'too_short')
        return 'This booking is shorter than the host allows. Choose more hours.'
      if (slot.problem === 'too_long')
        return 'This booking is longer than the host allows. Choose fewer hours.'
      if (slot.problem === 'ends_too_late')
        return 'This booking would end after the space closes. Choose fewer hours or an earlier start.'
      return 'The host doesn’t take bookings at this time. Please choose another one.'
  }
}

/** Returns the number of people in a URL's query (`?guests=12`); null if missing or invalid. */
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
    // Without sessionStorage, the selection is lost when the page is reloaded.
  }
}

/** Returns the saved selection. Returns null if it is missing or invalid, or its day has passed. */
export function savedDraft(spaceId: string, today: string): Selection | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(spaceId)) ?? 'null')
    return isSelection(kept) && kept.date !== null && kept.date >= today ? kept : null
  } catch {
    return null
  }
}

/**
 * Removes the start, the extras and the message from the saved draft after a booking, but keeps the
 * draft. Without a draft, the space's page would select the booked time from its URL and report it
 * as unavailable.
 */
export function clearBookedTime(spaceId: string): void {
  const kept = savedDraft(spaceId, '')
  if (kept) saveDraft(spaceId, { ...kept, startsAt: null, extras: [], message: '' })
}

function isSelection(kept: unknown): kept is Selection {
  if (typeof kept !== 'object' || kept === null) return false
  const { date, startsAt, hours, guests, extras, message } = kept as Partial<
    Record<keyof Selection, unknown>
  >
  return (
    (date === null || typeof date === 'string') &&
    (startsAt === null || typeof startsAt === 'string') &&
    Number.isInteger(hours) &&
    Number.isInteger(guests) &&
    Array.isArray(extras) &&
    extras.every((id) => typeof id === 'string') &&
    typeof message === 'string'
  )
}

import { maximumHours, minimumHours, spanAt, type Slot, type Span } from '@hourspace/domain/slots.ts'

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

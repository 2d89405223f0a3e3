import { parseDate } from '@internationalized/date'
import { dayBounds, slotsOfDay, weekOf, type Span } from '@hourspace/domain/slots.ts'

const dayMs = 86_400_000

/** The calendar day (YYYY-MM-DD) that is `days` after `date`. */
export function addDays(date: string, days: number): string {
  return parseDate(date).add({ days }).toString()
}

/** First day of the week that holds `date`; names the week. */
export function weekStart(date: string): string {
  return weekOf(date)[0]!
}

/**
 * What has to be known of `weeks` weeks from `start` on to judge every booking that begins in
 * them: a booking that begins on the last evening may last a day longer.
 */
export function weekBounds(start: string, timeZone: string, weeks = 1): Span {
  const first = dayBounds(start, timeZone)
  const last = dayBounds(addDays(start, weeks * 7 - 1), timeZone)
  return { startsAt: first.startsAt, endsAt: new Date(last.endsAt.getTime() + dayMs) }
}

/** The first of `days` days from `date` on that has a free hour, or null. */
export function firstFreeDay(
  date: string,
  days: number,
  options: { timeZone: string; taken: readonly Span[]; now: Date },
): string | null {
  for (let ahead = 0; ahead < days; ahead++) {
    const day = addDays(date, ahead)
    const slots = slotsOfDay({ ...options, date: day, hours: 1 })
    if (slots.some(({ state }) => state === 'free')) return day
  }
  return null
}

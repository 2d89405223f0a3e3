import type { SpacesQuery } from '#web/lib/paths.ts'
import { calendarDay, formatDate, formatHour } from '#web/lib/times.ts'

export const formatHours = (hours: number | string) => `${hours} h`

export const formatPeople = (guests: number | string) =>
  Number(guests) === 1 ? '1 person' : `${guests} people`

/** Formats a search time as 'Sat, Dec 5, 2:00 PM, 3 h'; '' if no time is set. */
export function formatTime({ date, from, hours }: SpacesQuery): string {
  return [
    date && `${calendarDay(date).weekday}, ${formatDate(date)}`,
    date && from && formatHour(Number.parseInt(from, 10)),
    hours && formatHours(hours),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Formats a number of spaces. The database counts only up to 1,001. */
export const shownCount = (count: number): string =>
  count > 1000 ? '1,000+' : count.toLocaleString('en-US')

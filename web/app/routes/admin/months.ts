import { formatMonth } from '#web/lib/times.ts'

/** A month by its first day (YYYY-MM-DD): 'November 2026'. Months are those of UTC. */
export function monthName(month: string): string {
  return formatMonth(new Date(`${month}T00:00:00Z`), 'UTC')
}

const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** 'Nov ’26', for the axis of a chart: without the apostrophe it reads as a day. */
export function shortMonthName(month: string): string {
  return `${short.format(new Date(`${month}T00:00:00Z`))} ’${month.slice(2, 4)}`
}

import { formatMonth } from '#web/lib/times.ts'

/** Returns a month as 'November 2026'. `month` is YYYY-MM or the month's first day (YYYY-MM-DD). */
export const monthName = (month: string) => formatMonth(new Date(month), 'UTC')

import { amountCell, csvOf, type CsvColumns } from '@hourspace/domain/csv.ts'
import type { MonthlyFees } from './statistics.ts'

const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/**
 * Formats a month as 'Nov ’26' for a chart axis. `month` is the month's first day (YYYY-MM-DD).
 * Without the apostrophe, 26 would look like a day.
 */
export function shortMonthName(month: string): string {
  return `${short.format(new Date(`${month}T00:00:00Z`))} ’${month.slice(2, 4)}`
}

/** Returns the text alternative of a chart, with the highest and the lowest value. */
export function highlights(
  points: readonly { name: string; value: number }[],
  format: (value: number) => string,
): string {
  const [first, ...rest] = points
  if (!first || points.every(({ value }) => value === 0)) return 'Nothing yet.'
  const highest = rest.reduce((best, point) => (point.value > best.value ? point : best), first)
  const lowest = rest.reduce((best, point) => (point.value < best.value ? point : best), first)
  return `Highest in ${highest.name}: ${format(highest.value)}. Lowest in ${lowest.name}: ${format(lowest.value)}.`
}

/** Formats monthly growth as '+50%' or '−3.2%'. Returns a dash for null. */
export function growthText(percentage: number | null): string {
  if (percentage === null) return '–'
  const sign = percentage > 0 ? '+' : percentage < 0 ? '−' : ''
  return `${sign}${Math.abs(percentage).toLocaleString('en-US')}%`
}

export const growthTarget = 'Target: 12.5% a month'

const columns: CsvColumns<MonthlyFees> = [
  ['Month', ({ month }) => month.slice(0, 7)],
  ['Platform fees', (row) => amountCell(row.total_fees, row)],
  ['Host commission', (row) => amountCell(row.total_host_commission, row)],
  ['Bookings', ({ total_bookings }) => total_bookings],
  ['Revenue', (row) => amountCell(row.total_revenue, row)],
  ['Currency', ({ currency }) => currency],
]

/** Returns the fee table as CSV, with decimal amounts and months as YYYY-MM. */
export const feesAsCsv = (rows: readonly MonthlyFees[]) => csvOf(columns, rows)

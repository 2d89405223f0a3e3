import { decimalsOf } from '@hourspace/domain/money.ts'
import type { MonthlyFees } from './statistics.ts'

const header = ['Month', 'Platform fees', 'Host commission', 'Bookings', 'Revenue', 'Currency']

/** The table of fees as CSV (RFC 4180): plain decimals, months as YYYY-MM. */
export function feesAsCsv(rows: readonly MonthlyFees[]): string {
  const lines = rows.map(({ currency, ...row }) => {
    const decimal = (amount: number) => amount.toFixed(decimalsOf(currency))
    return [
      row.month.slice(0, 7),
      decimal(row.total_fees),
      decimal(row.total_host_commission),
      row.total_bookings,
      decimal(row.total_revenue),
      currency,
    ]
  })
  return [header, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

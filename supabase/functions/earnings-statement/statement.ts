import { amountCell, csvOf, type CsvColumns } from '@hourspace/domain/csv.ts'
import { toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'

/** A row of the view booking_earnings. Amounts are in major units. */
export type StatementRow = {
  id: string
  space_title: string
  address: string
  /** Local date on which the booking ended (YYYY-MM-DD). */
  ended_on: string
  state: 'upcoming' | 'in_transit' | 'on_hold' | 'paid' | 'none'
  currency: Currency
  rental: number
  commission: number
  /** The part of the rental that refunds and disputes took back. */
  returned: number
  earned: number
  /** The part of `earned` that was not sent, because it repays an earlier payout. */
  deducted: number
  paid_at: Date | null
}

const payoutNames: Readonly<Record<StatementRow['state'], string>> = {
  upcoming: 'upcoming',
  in_transit: 'payout on its way',
  on_hold: 'payout on hold',
  paid: 'paid out',
  none: 'no payout',
}

const isDeductedInFull = ({ earned, deducted }: StatementRow) => deducted > 0 && deducted === earned

export const payoutName = (row: StatementRow) =>
  isDeductedInFull(row) ? 'deducted for an earlier refund' : payoutNames[row.state]

/** Sums of earnings in one currency, in major units. */
export type Sums = {
  bookings: number
  rental: number
  commission: number
  returned: number
  earned: number
  deducted: number
}

export function sumsOf(rows: readonly StatementRow[], currency: Currency): Sums {
  const sum = (key: Exclude<keyof Sums, 'bookings'>) =>
    toDecimal(
      rows.reduce((total, row) => total + toMinor(row[key], currency), 0),
      currency,
    )
  return {
    bookings: rows.length,
    rental: sum('rental'),
    commission: sum('commission'),
    returned: sum('returned'),
    earned: sum('earned'),
    deducted: sum('deducted'),
  }
}

/** Returns the quarter (1 to 4) in which a booking ended. */
export const quarterOf = ({ ended_on }: StatementRow) => Math.ceil(Number(ended_on.slice(5, 7)) / 3)

const columns: CsvColumns<StatementRow> = [
  ['Ended on', ({ ended_on }) => ended_on],
  ['Booking', ({ id }) => id],
  ['Space', ({ space_title }) => space_title],
  ['Address', ({ address }) => address],
  ['Currency', ({ currency }) => currency],
  ['Rental with extras', (row) => amountCell(row.rental, row)],
  ['Host commission', (row) => amountCell(row.commission, row)],
  ['Refunds and disputes', (row) => amountCell(row.returned, row)],
  ['Earned', (row) => amountCell(row.earned, row)],
  ['Deducted for earlier refunds', (row) => amountCell(row.deducted, row)],
  ['Payout', payoutName],
  [
    'Paid out on',
    (row) => (isDeductedInFull(row) ? '' : (row.paid_at?.toISOString().slice(0, 10) ?? '')),
  ],
]

/** Returns earnings as CSV, one row per booking after a header row. */
export function statementCsv(rows: readonly StatementRow[]): string {
  return csvOf(columns, rows)
}

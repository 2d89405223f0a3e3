import { amountCell, csvOf, type CsvColumns } from '@hourspace/domain/csv.ts'
import { payoutNames, type StatementRow } from './statement.ts'

const columns: CsvColumns<StatementRow> = [
  ['Ended on', ({ ended_on }) => ended_on],
  ['Booking', ({ id }) => id],
  ['Space', ({ space_title }) => space_title],
  ['Address', ({ address }) => address],
  ['Currency', ({ currency }) => currency],
  ['Rental with extras', (row) => amountCell(row.rental, row)],
  ['Host commission', (row) => amountCell(row.commission, row)],
  ["Host's share of refunds and disputes", (row) => amountCell(row.returned, row)],
  ['Earned', (row) => amountCell(row.earned, row)],
  ['Payout', ({ state }) => payoutNames[state]],
  ['Paid out on', ({ paid_at }) => paid_at?.toISOString().slice(0, 10) ?? ''],
]

/** Returns earnings as CSV, one row per booking after a header row. */
export function statementCsv(rows: readonly StatementRow[]): string {
  return csvOf(columns, rows)
}

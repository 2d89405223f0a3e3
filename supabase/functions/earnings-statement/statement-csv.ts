import { csvOf, type CsvColumns } from '@hourspace/domain/csv.ts'
import type { StatementRow } from './statement.ts'

const columns: CsvColumns<StatementRow> = [
  ['Ended on', ({ ended_on }) => ended_on],
  ['Booking', ({ id }) => id],
  ['Space', ({ space_title }) => space_title],
  ['Address', ({ address }) => address],
  ['Currency', ({ currency }) => currency],
  ['Rental with extras', ({ rental }) => rental],
  ['Host commission', ({ commission }) => commission],
  ['Refunded to guest', ({ returned }) => returned],
  ['Earned', ({ earned }) => earned],
  ['Payout', ({ state }) => state],
  ['Paid out on', ({ paid_at }) => paid_at?.toISOString().slice(0, 10) ?? ''],
]

/** Returns earnings as CSV, one row per booking after a header row. */
export function statementCsv(rows: readonly StatementRow[]): string {
  return csvOf(columns, rows)
}

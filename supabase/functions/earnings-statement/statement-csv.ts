import type { StatementRow } from './statement.ts'

const columns: [string, (row: StatementRow) => string | number][] = [
  ['Ended on', ({ ended_on }) => ended_on],
  ['Booking', ({ id }) => id],
  ['Space', ({ space_title }) => space_title],
  ['Address', ({ address }) => address],
  ['Currency', ({ currency }) => currency],
  ['Rental', ({ rental }) => rental],
  ['Host commission', ({ commission }) => commission],
  ['Refunded to guest', ({ returned }) => returned],
  ['Earned', ({ earned }) => earned],
  ['Payout', ({ state }) => state],
  ['Paid out on', ({ paid_at }) => paid_at?.toISOString().slice(0, 10) ?? ''],
]

/** Returns earnings as CSV (RFC 4180), one row per booking after a header row. */
export function statementCsv(rows: readonly StatementRow[]): string {
  const lines = [
    columns.map(([name]) => name),
    ...rows.map((row) => columns.map(([, valueOf]) => cell(valueOf(row)))),
  ]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  // Adds an apostrophe, because a spreadsheet would run the text as a formula (CSV injection).
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

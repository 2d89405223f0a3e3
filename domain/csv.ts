import { decimalsOf, type Currency } from './money.ts'

type Cell = string | number

/** The columns of a CSV file: names, and functions that return a row's cell. */
export type CsvColumns<Row> = readonly (readonly [name: string, cell: (row: Row) => Cell])[]

/** Returns rows as CSV (RFC 4180), after a line with the names of the columns. */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const header = columns.map(([name]) => name)
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)))
  return [header, ...lines].map(lineOf).join('')
}

/** Writes an amount in major units with the decimals of its currency: 12.5 USD is `12.50`. */
export const amountCell = (amount: number, { currency }: { currency: Currency }): string =>
  amount.toFixed(decimalsOf(currency))

const lineOf = (cells: readonly Cell[]) => `${cells.map(cellText).join(',')}\r\n`

function cellText(value: Cell): string {
  const text = String(value)
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  // Adds an apostrophe to text that a spreadsheet would run as a formula.
  // https://owasp.org/www-community/attacks/CSV_Injection
  const safe = !isNumber && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

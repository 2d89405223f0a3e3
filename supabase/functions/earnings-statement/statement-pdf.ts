import { company } from '@hourspace/domain/company.ts'
import { formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { amountLine, colors, openPdf, pageMargin, print } from '#functions/_shared/pdf.ts'
import { payoutName, quarterOf, sumsOf, type StatementRow, type Sums } from './statement.ts'

type Statement = {
  /** `month` is 1 to 12, or null for the whole year. */
  period: { year: number; month: number | null }
  rows: readonly StatementRow[]
  hostName: string | null
}

const { ink, soft, accent } = colors

/**
 * Renders an earnings statement as a tagged A4 PDF. The statement of a year also has the totals for
 * tax reports (US form 1099-K, EU directive DAC7).
 */
export async function statementPdf(statement: Statement): Promise<Uint8Array<ArrayBuffer>> {
  const { period, rows, hostName } = statement
  const name = periodName(period)
  const endOfPeriod = new Date(Date.UTC(period.year, period.month ?? 12, 1))
  const { doc, root, bytes } = openPdf(`Earnings ${name} - ${company.name}`, endOfPeriod)
  const write = (tag: string, work: () => void) => root.add(doc.struct(tag, {}, work))
  const heading = (tag: string, size: number, text: string) =>
    write(tag, () => {
      // Keeps a heading together with at least two lines of its section.
      if (doc.y > doc.page.height - pageMargin - 90) doc.addPage()
      print(doc, text, size, ink, true).moveDown(0.4)
    })
  const note = (text: string) => write('P', () => void print(doc, text, 9.5, soft).moveDown(0.8))
  const line = (text: string, amount: string, isTotal = false) =>
    write('P', () => amountLine(doc, text, amount, isTotal))

  write('P', () => {
    print(doc, company.name, 18, accent, true)
    print(doc, `${company.place}\n${company.email}`, 10, soft).moveDown(2)
  })
  heading('H1', 24, `Earnings ${name}`)
  note(
    `Host: ${hostName ?? 'name not given'}\nA booking counts on the day on which it ends, in the time of its space.`,
  )

  if (rows.length === 0) note('No bookings ended in this period.')
  for (const [currency, ofCurrency] of Map.groupBy(rows, (row) => row.currency)) {
    const money = (amount: number) => formatMoney(amount, currency)
    const total = sumsOf(ofCurrency, currency)
    heading('H2', 15, `Summary in ${currency}`)
    line(`Rental of ${bookings(total.bookings)}, with extras`, money(total.rental))
    line('Host commission', money(-total.commission))
    if (total.returned > 0) line('Refunds and disputes', money(-total.returned))
    line('Earned', money(total.earned), true)
    const paid = sumsOf(
      ofCurrency.filter(({ state }) => state === 'paid'),
      currency,
    )
    line('Of this, paid out', money(paid.earned - paid.deducted))
    if (total.deducted > 0) {
      line('Of this, deducted for earlier refunds', money(total.deducted))
      note('A deduction repays an earlier payout, whose booking was refunded afterwards.')
    }
    doc.moveDown(1)

    if (!period.month) writeTaxFigures(ofCurrency, currency)

    heading('H2', 15, `Bookings in ${currency}`)
    for (const row of ofCurrency) {
      const isPartlyDeducted = row.deducted > 0 && row.deducted < row.earned
      const deducted = isPartlyDeducted ? `, ${money(row.deducted)} of it deducted` : ''
      // Directional isolates (U+2068, U+2069) keep date and state in place around an Arabic title.
      line(
        `${row.ended_on}  \u2068${row.space_title}\u2069  (${row.id.slice(0, 8)}, ${payoutName(row)}${deducted})`,
        money(row.earned),
      )
    }
    doc.moveDown(1)
  }
  note(
    `${company.name} transfers the host's share of a booking 24 hours after it ends. The amounts include refunds and disputes known when this statement was made.`,
  )
  root.end()
  doc.end()
  return bytes

  function writeTaxFigures(ofCurrency: readonly StatementRow[], currency: Currency) {
    heading('H2', 15, `Figures for tax reports in ${currency}`)
    for (const [address, ofSpace] of Map.groupBy(ofCurrency, (row) => row.address)) {
      heading('H3', 11.5, address)
      for (const [quarter, ofQuarter] of Map.groupBy(ofSpace, quarterOf))
        writeQuarter(`Q${quarter}`, sumsOf(ofQuarter, currency), currency)
    }
    note(
      'The amounts on the right are gross: the rental with extras, before commission and refunds. The tax number, the date of birth and the bank account of the host are not part of this statement; the payment provider holds them.',
    )
  }

  function writeQuarter(quarter: string, sums: Sums, currency: Currency) {
    const withheld = formatMoney(sums.commission, currency)
    const refunds =
      sums.returned > 0 ? `, ${formatMoney(sums.returned, currency)} of the rental refunded` : ''
    line(
      `${quarter}: ${bookings(sums.bookings)}, ${withheld} commission withheld${refunds}`,
      formatMoney(sums.rental, currency),
    )
  }
}

const bookings = (count: number) => `${count} ${count === 1 ? 'booking' : 'bookings'}`

function periodName({ year, month }: Statement['period']): string {
  if (!month) return String(year)
  const date = new Date(Date.UTC(year, month - 1, 1))
  return date.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

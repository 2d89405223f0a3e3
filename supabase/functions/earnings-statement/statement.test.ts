import { expect, test } from 'vitest'
import { linesOfPdf, textOfPdf } from '#functions/tests/pdf-text.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementCsv, type StatementRow } from './statement.ts'

const row = (values: Partial<StatementRow> = {}): StatementRow => ({
  id: '7d3c1f6e-0000-4000-8000-000000000002',
  space_title: 'Tonraum Kreuzberg',
  address: 'Oranienstr. 1, Berlin, Germany',
  ended_on: '2026-02-03',
  state: 'paid',
  currency: 'EUR',
  rental: 116,
  commission: 11.6,
  returned: 0,
  earned: 104.4,
  deducted: 0,
  paid_at: new Date('2026-02-04T12:00:00Z'),
  ...values,
})

test('a yearly earnings statement sums each currency, and lists gross rental and commission per quarter and address', async () => {
  const rows = [
    row(),
    row({
      ended_on: '2026-05-09',
      rental: 100,
      commission: 5,
      returned: 50,
      earned: 45,
      state: 'upcoming',
    }),
    row({ currency: 'JPY', rental: 5000, commission: 500, earned: 4500, state: 'in_transit' }),
  ]
  const period = { year: 2026, month: null }
  const text = textOfPdf(await statementPdf({ period, rows, hostName: 'Maya Castillo' }))
  for (const part of [
    'Earnings 2026',
    'Host: Maya Castillo',
    'Rental of 2 bookings, with extras',
    '€216.00',
    '-€16.60',
    '-€50.00',
    '€149.40',
    'Of this, paid out',
    '€104.40',
    'Oranienstr. 1, Berlin, Germany',
    'Q1: 1 booking, €11.60 commission withheld',
    '€116.00',
    'Refunds and disputes',
    'Q2: 1 booking, €5.00 commission withheld, €50.00 of the rental refunded',
    '€100.00',
    '¥4,500',
    'payout on its way',
  ])
    expect(text).toContain(part)
})

test('an earnings statement prints date, title and payout state of a booking in this order, even if the title is Arabic', async () => {
  const rows = [row({ space_title: 'استوديو' })]
  const period = { year: 2026, month: 2 }
  const lines = linesOfPdf(await statementPdf({ period, rows, hostName: 'محمد علي' }))
  const line = lines.find((runs) => runs[0]!.text.startsWith('2026-02-03'))!
  const fromLeft = line.toSorted((a, b) => a.x - b.x).map(({ text }) => text)
  expect(fromLeft.join('')).toBe('2026-02-03  استوديو  (7d3c1f6e, paid out)€104.40')
})

test("an earnings statement of a month without bookings contains 'No bookings ended in this period.' and no tax totals", async () => {
  const statement = { period: { year: 2026, month: 3 }, rows: [], hostName: null }
  const text = textOfPdf(await statementPdf(statement))
  expect(text).toContain('Earnings March 2026')
  expect(text).toContain('No bookings ended in this period.')
  expect(text).not.toContain('tax reports')
})

test('an earnings statement lists amounts deducted for earlier refunds as deducted, not as paid out', async () => {
  const rows = [row(), row({ deducted: 104.4 }), row({ deducted: 4.4 })]
  const period = { year: 2026, month: 2 }
  const text = textOfPdf(await statementPdf({ period, rows, hostName: null }))
  for (const part of [
    'Of this, paid out€204.40',
    'Of this, deducted for earlier refunds€108.80',
    '(7d3c1f6e, deducted for an earlier refund)',
    '(7d3c1f6e, paid out, €4.40 of it deducted)',
  ])
    expect(text).toContain(part)

  const [header, ...lines] = statementCsv(rows).trimEnd().split('\r\n')
  expect(header).toMatch(/,Earned,Deducted for earlier refunds,Payout,Paid out on$/)
  expect(lines.map((line) => line.split('EUR,')[1])).toEqual([
    '116.00,11.60,0.00,104.40,0.00,paid out,2026-02-04',
    '116.00,11.60,0.00,104.40,104.40,deducted for an earlier refund,',
    '116.00,11.60,0.00,104.40,4.40,paid out,2026-02-04',
  ])
})

test('the earnings CSV has one row per booking with the decimals of its currency, quotes cells with commas or quotes, and neutralizes formulas', () => {
  const yen = { currency: 'JPY', rental: 5000, commission: 500, earned: 4500 } as const
  const csv = statementCsv([row({ space_title: '=HYPERLINK("x")' }), row(yen)])
  const [header, line, lineInYen] = csv.split('\r\n')
  expect(header).toMatch(/^Ended on,Booking,Space,Address,Currency,Rental with extras,/)
  expect(line).toBe(
    `2026-02-03,7d3c1f6e-0000-4000-8000-000000000002,"'=HYPERLINK(""x"")","Oranienstr. 1, Berlin, Germany",EUR,116.00,11.60,0.00,104.40,0.00,paid out,2026-02-04`,
  )
  expect(lineInYen).toContain(',JPY,5000,500,0,4500,0,paid out,')
})

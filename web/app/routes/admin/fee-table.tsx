import { Download } from 'lucide-react'
import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import { monthName } from '#web/features/administration/month-name.ts'
import { saveCsv } from '#web/lib/save-csv.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { feesAsCsv, shortMonthName } from './figures.ts'
import type { MonthlyFees } from './statistics.ts'

const cellStyles = 'px-2 py-3 first:pl-4 last:pr-4 sm:px-5 sm:first:pl-5 sm:last:pr-5'

const currencyStyles = 'text-right max-sm:hidden'
const lastStyles = 'max-sm:pr-4'

export function FeeTable({ rows, currency }: { rows: readonly MonthlyFees[]; currency: Currency }) {
  return (
    <section aria-labelledby="monthly-fees" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="monthly-fees" className="text-2xl">
          Monthly platform fees
        </h2>
        <Button size="small" variant="secondary" onPress={() => download(rows, currency)}>
          <Download aria-hidden className="size-4" />
          Download CSV
        </Button>
      </div>
      <Card flush>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A table that scrolls sideways must be scrollable by keyboard. */}
        <section tabIndex={0} aria-label="Table of fees" className="overflow-x-auto">
          <table className="w-full text-sm tabular-nums">
            <thead className="bg-sunken text-left text-ink-soft">
              <tr>
                <Head>Month</Head>
                <Head amount>Total fees</Head>
                <Head amount>Host commission</Head>
                <Head amount className={lastStyles}>
                  Total bookings
                </Head>
                <Head className={currencyStyles}>Currency</Head>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map((row) => (
                <tr key={row.month}>
                  <th
                    scope="row"
                    className={cx(
                      cellStyles,
                      'text-left font-sans text-sm font-semibold whitespace-nowrap',
                    )}
                  >
                    <span className="sm:hidden">{shortMonthName(row.month)}</span>
                    <span className="max-sm:hidden">{monthName(row.month)}</span>
                  </th>
                  <td className={cx(cellStyles, 'text-right font-semibold')}>
                    {formatMoney(row.total_fees, currency)}
                  </td>
                  <td className={cx(cellStyles, 'text-right text-ink-soft')}>
                    {formatMoney(row.total_host_commission, currency)}
                  </td>
                  <td className={cx(cellStyles, lastStyles, 'text-right')}>
                    {row.total_bookings.toLocaleString('en-US')}
                  </td>
                  <td className={cx(cellStyles, currencyStyles)}>{row.currency}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Card>
      <p className="text-sm text-ink-faint">
        Guests pay the platform fee on top of the rental; the host commission is deducted from it.
        Months begin and end in UTC; a booking counts in the month it was made.
      </p>
    </section>
  )
}

function Head(props: { children: string; amount?: boolean; className?: string }) {
  const { children, amount, className } = props
  return (
    <th
      scope="col"
      className={cx(
        cellStyles,
        'align-bottom font-sans text-sm font-semibold sm:whitespace-nowrap',
        amount && 'text-right',
        className,
      )}
    >
      {children}
    </th>
  )
}

function download(rows: readonly MonthlyFees[], currency: Currency): void {
  saveCsv(feesAsCsv(rows), `platform-fees-${currency.toLowerCase()}.csv`)
}

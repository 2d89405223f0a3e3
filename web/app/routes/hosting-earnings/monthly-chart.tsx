import { useState } from 'react'
import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import type { MonthlyEarnings } from '#web/data/earnings.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { currenciesOf, earnedByMonth } from './sums.ts'

const monthNames = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2026, index, 1)).toLocaleDateString('en-US', {
    month: 'long',
    timeZone: 'UTC',
  }),
)

export function MonthlyChart(props: {
  year: number
  months: readonly MonthlyEarnings[]
  now: Date
}) {
  const { year, months, now } = props
  const currencies = currenciesOf(months)
  const [chosen, setChosen] = useState<Currency | null>(null)
  const currency = chosen && currencies.includes(chosen) ? chosen : (currencies[0] ?? 'USD')
  const earned = earnedByMonth(months, currency)
  const most = Math.max(...earned)
  const isAhead = (month: number) => Date.UTC(year, month, 1) > now.getTime()
  const hasAhead = earned.some((amount, month) => amount > 0 && isAhead(month))

  return (
    <Card className="min-w-0">
      <figure aria-labelledby="months" className="flex h-full flex-col gap-4">
        <figcaption className="flex flex-wrap items-center justify-between gap-3">
          <h3 id="months" className="text-lg">
            By month
          </h3>
          {currencies.length > 1 && (
            <FilterChips
              label="Currency"
              name="currency"
              options={currencies.map((id) => ({ id, label: id }))}
              value={currency}
              onChange={(next) => setChosen(next as Currency | null)}
            />
          )}
        </figcaption>
        {months.length === 0 && <p className="text-ink-soft">No booking ends in {year}.</p>}
        {months.length > 0 && (
          <ol className="flex grow flex-col justify-between gap-1.5">
            {earned.map((amount, index) => (
              <li
                key={monthNames[index]}
                className="grid grid-cols-[2.5rem_1fr] items-center gap-2 text-sm"
              >
                <span className="text-ink-soft">
                  <span aria-hidden>{monthNames[index]!.slice(0, 3)}</span>
                  <span className="sr-only">{monthNames[index]}</span>
                </span>
                <span className="flex flex-wrap items-center gap-x-2">
                  <span
                    aria-hidden
                    className={cx(
                      'h-5 rounded-small',
                      isAhead(index) ? 'bg-accent-ink/40' : 'bg-accent-ink',
                    )}
                    style={{ width: `${most > 0 ? (amount / most) * 70 : 0}%` }}
                  />
                  <span
                    className={
                      amount > 0 ? 'font-medium whitespace-nowrap tabular-nums' : 'text-ink-faint'
                    }
                  >
                    {amount > 0 ? formatMoney(amount, currency) : '—'}
                  </span>
                </span>
              </li>
            ))}
          </ol>
        )}
        {hasAhead && (
          <p className="text-sm text-ink-soft">Lighter bars show bookings in the months ahead.</p>
        )}
      </figure>
    </Card>
  )
}

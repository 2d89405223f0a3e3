import type { BookedExtra } from '@hourspace/domain/extras.ts'
import type { Quote } from '@hourspace/domain/fees.ts'
import { toDecimal } from '@hourspace/domain/money.ts'
import type { ReactNode } from 'react'
import { ApproximatePrice } from '#web/features/spaces/approximate-price.tsx'
import { Price } from '#web/ui/price.tsx'
import { counted, timesOfPrices } from './booking-rules.ts'

/** The lines of a booking's price. `prices` are the decimal prices of the hours from `startsAt`. */
export function PriceBreakdown(props: {
  quote: Quote
  prices: readonly number[]
  startsAt: Date | undefined
  timeZone: string
}) {
  const { quote, prices, startsAt, timeZone } = props
  const { currency, hours, extras, priceLines } = quote
  const times =
    startsAt && new Set(prices).size > 1 ? timesOfPrices(startsAt, prices, timeZone) : null
  const amount = (minor: number) => (
    <Price amount={toDecimal(minor, currency)} currency={currency} />
  )

  return (
    <dl className="flex flex-col gap-2 text-sm">
      {priceLines.map((line) =>
        'price' in line ? (
          <Line
            key={line.price}
            name={
              <>
                Rental: <Price amount={line.price} currency={currency} /> ×{' '}
                {counted(line.hours, 'hour')}
                {times && ` (${times.get(line.price)})`}
              </>
            }
          >
            <Price amount={line.amount} currency={currency} />
          </Line>
        ) : (
          <Line key="discount" name={`${line.percentage}% off for ${counted(hours, 'hour')}`}>
            −<Price amount={-line.amount} currency={currency} />
          </Line>
        ),
      )}
      {extras.map((extra) => (
        <Line
          key={extra.id}
          name={
            <span className="wrap-anywhere">
              {extra.name}
              {extra.unit !== 'booking' && (
                <>
                  : <Price amount={extra.price} currency={currency} /> × {quantityOf(extra)}
                </>
              )}
            </span>
          }
        >
          {extra.amount === 0 ? 'Free' : <Price amount={extra.amount} currency={currency} />}
        </Line>
      ))}
      <Line name={`Platform fee (${quote.platformFeePercentage}%)`}>
        {amount(quote.platformFeeMinor)}
      </Line>
      <div
        // Makes screen readers announce a changed total.
        aria-live="polite"
        aria-atomic
        className="flex flex-wrap items-baseline gap-x-3 border-t border-line pt-2 text-base font-semibold"
      >
        <dt className="grow">Total</dt>
        <dd className="order-last">{amount(quote.totalMinor)}</dd>
        {/* Screen readers must not announce this amount when it appears after hydration. */}
        <dd aria-live="off" className="text-sm font-normal text-ink-faint">
          <ApproximatePrice amount={toDecimal(quote.totalMinor, currency)} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 text-ink-soft">{name}</dt>
      <dd className="shrink-0">{children}</dd>
    </div>
  )
}

const quantityOf = ({ unit, quantity }: BookedExtra) =>
  unit === 'person' ? people(quantity) : counted(quantity, 'hour')

export const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

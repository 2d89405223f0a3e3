import type { BookedExtra } from '@hourspace/domain/extras.ts'
import type { Quote } from '@hourspace/domain/fees.ts'
import { toDecimal } from '@hourspace/domain/money.ts'
import type { ReactNode } from 'react'
import { Price } from '#web/ui/price.tsx'

/** `price` is the decimal price per hour. */
export function PriceBreakdown({ price, quote }: { price: number; quote: Quote }) {
  const { currency, hours, extras } = quote
  const amount = (minor: number) => (
    <Price amount={toDecimal(minor, currency)} currency={currency} />
  )

  return (
    <dl className="flex flex-col gap-2 text-sm">
      <Line
        name={
          <>
            Rental: <Price amount={price} currency={currency} /> × {counted(hours, 'hour')}
          </>
        }
      >
        {amount(quote.basePriceMinor)}
      </Line>
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
        // Lets screen readers announce a changed total.
        aria-live="polite"
        aria-atomic
        className="flex justify-between gap-4 border-t border-line pt-2 text-base font-semibold"
      >
        <dt>Total</dt>
        <dd>{amount(quote.totalMinor)}</dd>
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

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

export const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

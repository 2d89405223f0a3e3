import { quote } from '@hourspace/domain/fees.ts'
import { toDecimal, type Currency } from '@hourspace/domain/money.ts'
import { Price } from '#web/ui/price.tsx'

/** Rental + platform fee = total, for `hours` hours at the decimal `price` an hour. */
export function PriceBreakdown(props: { price: number; currency: Currency; hours: number }) {
  const { price, currency, hours } = props
  const { rentalMinor, platformFeeMinor, platformFeePercentage, totalMinor } = quote(
    price,
    currency,
    hours,
  )
  const amount = (minor: number) => (
    <Price amount={toDecimal(minor, currency)} currency={currency} />
  )

  return (
    <dl className="flex flex-col gap-2 text-sm">
      <div className="flex justify-between gap-4">
        <dt className="text-ink-soft">
          Rental: <Price amount={price} currency={currency} /> × {hours}{' '}
          {hours === 1 ? 'hour' : 'hours'}
        </dt>
        <dd>{amount(rentalMinor)}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-soft">Platform fee ({platformFeePercentage}%)</dt>
        <dd>{amount(platformFeeMinor)}</dd>
      </div>
      <div
        // Another duration comes to another total, and that is said aloud.
        aria-live="polite"
        aria-atomic
        className="flex justify-between gap-4 border-t border-line pt-2 text-base font-semibold"
      >
        <dt>Total</dt>
        <dd>{amount(totalMinor)}</dd>
      </div>
    </dl>
  )
}

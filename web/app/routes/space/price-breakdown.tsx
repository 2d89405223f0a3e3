import { quote } from '@hourspace/domain/fees.ts'
import { type Currency, toDecimal } from '@hourspace/domain/money.ts'
import type { Span } from '@hourspace/domain/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { formatDay, formatSpan, zoneCity } from '#web/lib/times.ts'
import { Price } from '#web/ui/price.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'

/** `price` is the decimal price per hour. */
export function PriceBreakdown(props: { price: number; currency: Currency; hours: number }) {
  const { price, currency, hours } = props
  const quoted = quote(price, currency, hours)
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
        <dd>{amount(quoted.rentalMinor)}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-soft">Platform fee ({quoted.platformFeePercentage}%)</dt>
        <dd>{amount(quoted.platformFeeMinor)}</dd>
      </div>
      <div
        // Lets screen readers announce a changed total.
        aria-live="polite"
        aria-atomic
        className="flex justify-between gap-4 border-t border-line pt-2 text-base font-semibold"
      >
        <dt>Total</dt>
        <dd>{amount(quoted.totalMinor)}</dd>
      </div>
    </dl>
  )
}

export function OrderSummary(props: { space: SpaceDetails; span: Span; hours: number }) {
  const { space, span, hours } = props
  return (
    <section aria-labelledby="order-summary" className="flex flex-col gap-4">
      <div className="rounded-control bg-sunken px-4 py-3">
        <h3 id="order-summary" className="font-sans text-sm font-semibold">
          {formatDay(span.startsAt, space.time_zone)}
        </h3>
        <p className="text-sm text-ink-soft">
          {formatSpan(span, space.time_zone)} ({zoneCity(space.time_zone)} time)
          <ViewerTime span={span} timeZone={space.time_zone} className="block" />
        </p>
      </div>
      <PriceBreakdown price={space.price} currency={space.currency} hours={hours} />
    </section>
  )
}

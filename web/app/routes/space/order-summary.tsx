import type { Span } from '@hourspace/domain/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { formatDay, formatSpan, zoneCity } from '#web/lib/times.ts'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { PriceBreakdown } from './price-breakdown.tsx'

/** What a guest is about to pay for. */
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

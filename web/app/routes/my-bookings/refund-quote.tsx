import { cancellationPolicies, quoteRefund } from '@hourspace/domain/cancellation.ts'
import { toDecimal, toMinor } from '@hourspace/domain/money.ts'
import type { Booking } from '#web/data/bookings.ts'
import { formatMoment, zoneCity } from '#web/lib/times.ts'
import { Price } from '#web/ui/price.tsx'

/** What cancelling at `now` gives back, by the policy the booking was made under. */
export function RefundQuote({ booking, now }: { booking: Booking; now: Date }) {
  const { currency, time_zone: timeZone, cancellation_policy: policy } = booking
  const { percentage, refundMinor, deadline } = quoteRefund(
    {
      policy,
      startsAt: new Date(booking.start_time),
      totalMinor: toMinor(booking.total_price, currency),
      hostShareMinor: toMinor(booking.host_share_amount, currency),
    },
    now,
  )
  if (booking.total_price === 0) return null
  // What went back already is not given twice.
  const left = toMinor(booking.total_price - booking.returned_amount, currency)
  const backMinor = Math.min(refundMinor, left)
  const until = `${formatMoment(deadline, timeZone)} (${zoneCity(timeZone)} time)`
  return (
    <div className="flex flex-col gap-2">
      {percentage > 0 ? (
        <p>
          You get{' '}
          <strong className="text-ink">
            <Price amount={toDecimal(backMinor, currency)} currency={currency} />
          </strong>{' '}
          back
          {percentage < 100 && backMinor === refundMinor && <>, {percentage}% of what you paid</>}.
          This holds until {until}; after that nothing is refunded.
        </p>
      ) : (
        <p>
          <strong className="text-ink">Nothing is refunded.</strong> The time for a refund ended{' '}
          {until}.
        </p>
      )}
      <p className="text-sm">
        This booking’s policy: {policy}. {cancellationPolicies[policy].summary}.
      </p>
    </div>
  )
}

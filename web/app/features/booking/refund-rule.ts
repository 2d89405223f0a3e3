import { graceMinutes, refundAt, type RefundTerms } from '@hourspace/domain/cancellation.ts'
import { formatMoment, placeTime } from '#web/lib/times.ts'

/** Says how long after booking guests can cancel for free under any cancellation policy. */
export const graceRule = `Free cancellation for ${graceMinutes} minutes after booking`

/** Returns the refund rule from `now` on, such as 'Free cancellation until Fri, Nov 27'. */
export function refundRule(
  terms: RefundTerms,
  place: { location: string; time_zone: string },
  now: Date,
): string {
  const { percentage, until } = refundAt({ ...terms, graceEnd: null }, now)
  if (percentage === 0) return 'Non-refundable'
  const refund = percentage === 100 ? 'Free cancellation' : `${percentage}% refund`
  return `${refund} until ${formatMoment(until, place.time_zone)} ${placeTime(place.location)}`
}

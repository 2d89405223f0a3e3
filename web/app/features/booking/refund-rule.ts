import { graceMinutes, refundAt, type RefundTerms } from '@hourspace/domain/cancellation.ts'
import { formatMoment, zoneCity } from '#web/lib/times.ts'

/** Shown beside `refundRule` if the terms have a grace period. */
export const graceRule = `Free cancellation for ${graceMinutes} minutes after booking`

/**
 * Returns what the cancellation policy gives back from `now` on, such as 'Free cancellation until
 * Fri, Nov 27, 2:00 PM Berlin time'.
 */
export function refundRule(terms: RefundTerms, timeZone: string, now: Date): string {
  const { percentage, until } = refundAt({ ...terms, graceEnd: null }, now)
  if (percentage === 0) return 'Non-refundable'
  const refund = percentage === 100 ? 'Free cancellation' : `${percentage}% refund`
  return `${refund} until ${formatMoment(until, timeZone)} ${zoneCity(timeZone)} time`
}

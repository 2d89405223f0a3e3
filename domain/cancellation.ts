import { percentOf } from './money.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Cancellation policies. The deadline is `noticeMs` before the start. Cancellations after it get no
 * refund, except during the grace period.
 */
export const cancellationPolicies = {
  flexible: {
    refundPercentage: 100,
    noticeMs: 24 * hourMs,
    summary: 'Full refund until 24 hours before the start',
  },
  moderate: {
    refundPercentage: 100,
    noticeMs: 5 * dayMs,
    summary: 'Full refund until 5 days before the start',
  },
  strict: {
    refundPercentage: 50,
    noticeMs: 7 * dayMs,
    summary: '50% refund until 7 days before the start',
  },
} as const

export type CancellationPolicy = keyof typeof cancellationPolicies

export const cancellationPolicyNames = Object.keys(cancellationPolicies) as CancellationPolicy[]

/**
 * Length of the grace period in minutes. A booking can be cancelled for free for this long after it
 * was made.
 */
export const graceMinutes = 30

const graceMs = graceMinutes * 60_000

/** A booking made at most this many milliseconds before its start has no grace period. */
const graceNoticeMs = dayMs

export type RefundTerms = {
  /**
   * Percentage of the total that the cancellation policy refunds for a cancellation until
   * `deadline`.
   */
  percentage: number
  deadline: Date
  /**
   * End of the grace period. Null if the booking has no grace period, or if its policy gives a full
   * refund for at least as long.
   */
  graceEnd: Date | null
}

/**
 * Returns a booking's refund terms. Notice periods are elapsed hours, so daylight saving time does
 * not change them.
 */
export function refundTerms(booking: {
  policy: CancellationPolicy
  startsAt: Date
  bookedAt: Date
}): RefundTerms {
  const { refundPercentage: percentage, noticeMs } = cancellationPolicies[booking.policy]
  const startsAt = booking.startsAt.getTime()
  const bookedAt = booking.bookedAt.getTime()
  const deadline = new Date(startsAt - noticeMs)
  const graceEnd = new Date(bookedAt + graceMs)
  const hasGrace = startsAt - bookedAt > graceNoticeMs
  const isCovered = percentage === 100 && deadline >= graceEnd
  return { percentage, deadline, graceEnd: hasGrace && !isCovered ? graceEnd : null }
}

/**
 * Returns the refund percentage at `now`. `until` is the last instant at which this percentage
 * applies. If the percentage is 0, `until` is the last instant at which a cancellation gave a
 * refund.
 */
export function refundAt(
  { percentage, deadline, graceEnd }: RefundTerms,
  now: Date,
): { percentage: number; until: Date } {
  if (graceEnd && now <= graceEnd) return { percentage: 100, until: graceEnd }
  if (now <= deadline) return { percentage, until: deadline }
  return { percentage: 0, until: graceEnd && graceEnd > deadline ? graceEnd : deadline }
}

type RefundQuote = {
  percentage: number
  refundMinor: number
  /** The host's share that remains after the refund, in minor units. */
  hostShareMinor: number
  /**
   * Last instant at which a cancellation gives this refund. If the refund is 0, this is the last
   * instant at which a cancellation gave a refund.
   */
  deadline: Date
  laterPercentage: number
}

export function quoteRefund(
  booking: {
    policy: CancellationPolicy
    startsAt: Date
    bookedAt: Date
    totalMinor: number
    hostShareMinor: number
  },
  now: Date,
): RefundQuote {
  const terms = refundTerms(booking)
  const { percentage, until } = refundAt(terms, now)
  return {
    percentage,
    refundMinor: percentOf(booking.totalMinor, percentage),
    hostShareMinor: percentOf(booking.hostShareMinor, 100 - percentage),
    deadline: until,
    laterPercentage: refundAt(terms, new Date(until.getTime() + 1)).percentage,
  }
}

import { percentOf } from './money.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Cancellation policies (spec, section 9). A cancellation after the deadline gets no refund. */
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

type RefundQuote = {
  percentage: number
  /** Amount refunded to the guest's card, in minor units. */
  refundMinor: number
  /** The host's share, in minor units, of the amount that is not refunded. */
  hostShareMinor: number
  deadline: Date
}

/**
 * Returns the refund for cancelling at `now`; cancelling exactly at the deadline is in time. The
 * notice period is counted in elapsed hours, so daylight saving time does not change it.
 */
export function quoteRefund(
  booking: {
    policy: CancellationPolicy
    startsAt: Date
    totalMinor: number
    hostShareMinor: number
  },
  now: Date,
): RefundQuote {
  const rule = cancellationPolicies[booking.policy]
  const deadline = new Date(booking.startsAt.getTime() - rule.noticeMs)
  const percentage = now <= deadline ? rule.refundPercentage : 0
  return {
    percentage,
    refundMinor: percentOf(booking.totalMinor, percentage),
    hostShareMinor: percentOf(booking.hostShareMinor, 100 - percentage),
    deadline,
  }
}

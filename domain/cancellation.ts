import { percentOf } from './money.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * What each policy gives back, and until how long before the start (spec, section 9).
 * After the deadline nothing is refunded.
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

type RefundQuote = {
  /** Per cent of what the guest paid; 100, 50 or 0. */
  percentage: number
  /** Goes back to the guest's card, in minor units. */
  refundMinor: number
  /** What the host still receives, in minor units: their share of what is not refunded. */
  hostShareMinor: number
  /** Last moment at which `policy` refunds anything. */
  deadline: Date
}

/**
 * What cancelling at `now` gives back. The notice is counted in elapsed time before the start, so
 * a change of clocks neither lengthens nor shortens it; show `deadline` in the space's time zone.
 * Exactly at the deadline still counts as in time.
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

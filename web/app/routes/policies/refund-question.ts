import type { CancellationPolicy } from '@hourspace/domain/cancellation.ts'

/** What the calculator was asked, as it stands in its fields. */
export type RefundQuestion = {
  policy: CancellationPolicy
  paid: string
  notice: string
  unit: 'hours' | 'days'
}

export type RefundAnswer = {
  percentage: number
  /** '$110.00'. */
  refund: string
  /** The policy in one sentence. */
  rule: string
}

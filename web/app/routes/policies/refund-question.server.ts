import { z } from 'zod'
import {
  cancellationPolicies,
  cancellationPolicyNames,
  graceMinutes,
  quoteRefund,
} from '@hourspace/domain/cancellation.ts'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { formatMinor, toMinor } from '@hourspace/domain/money.ts'
import type { RefundCalculation } from './refund-calculator.tsx'

const unitMs = { hours: hourMs, days: dayMs } as const

const questionSchema = z.object({
  policy: z.enum(cancellationPolicyNames).catch('flexible'),
  paid: z.coerce
    .number('Please enter an amount such as 220')
    .positive('Please enter an amount above zero')
    .max(9_999_999, 'Please enter a smaller amount'),
  notice: z.coerce
    .number('Please enter a whole number')
    .int('Please enter a whole number')
    .min(0, 'Please enter zero or more')
    .max(9999, 'Please enter a smaller number'),
  unit: z.enum(['hours', 'days']).catch('days'),
})

/** Reads the refund calculator's input from the URL, and returns it with errors or a result. */
export function answerRefundQuestion(query: URLSearchParams): RefundCalculation {
  if (!query.has('paid') && !query.has('notice'))
    return { question: { policy: 'flexible', paid: '', notice: '', unit: 'days' } }
  const input = Object.fromEntries(query)
  // Replaces an empty text with the invalid number 'none', because Number('') would return 0.
  const given = { ...input, paid: input.paid || 'none', notice: input.notice || 'none' }
  const parsed = questionSchema.safeParse(given)
  const choice = questionSchema.pick({ policy: true, unit: true }).parse(input)
  const question = { ...choice, paid: input.paid ?? '', notice: input.notice ?? '' }
  if (!parsed.success) {
    const { paid, notice } = z.flattenError(parsed.error).fieldErrors
    return {
      question,
      errors: { ...(paid?.[0] && { paid: paid[0] }), ...(notice?.[0] && { notice: notice[0] }) },
    }
  }
  const { policy, paid, notice, unit } = parsed.data
  const startsAt = new Date(0)
  const cancelledAt = new Date(startsAt.getTime() - notice * unitMs[unit])
  // Assumes that the booking was made a day before the cancellation, so that the grace period has
  // ended.
  const bookedAt = new Date(cancelledAt.getTime() - unitMs.days)
  const { percentage, refundMinor } = quoteRefund(
    { policy, startsAt, bookedAt, totalMinor: toMinor(paid.toFixed(2), 'USD'), hostShareMinor: 0 },
    cancelledAt,
  )
  return {
    question,
    answer: {
      percentage,
      refund: formatMinor(refundMinor, 'USD'),
      rule: cancellationPolicies[policy].summary,
      grace: `Within ${graceMinutes} minutes of booking you get everything back if the start is more than a day away.`,
    },
  }
}

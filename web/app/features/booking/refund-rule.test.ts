import { expect, test } from 'vitest'
import { refundTerms, type CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import { refundRule } from './refund-rule.ts'

const startsAt = new Date('2026-11-28T13:00:00Z')
const berlin = { location: 'Berlin', time_zone: 'Europe/Berlin' }
const ruleOf = (policy: CancellationPolicy, now: Date) =>
  refundRule(refundTerms({ policy, startsAt, bookedAt: now }), berlin, now)

test.each([
  [
    'flexible',
    '2026-11-20T12:00:00Z',
    'Free cancellation until Fri, Nov 27, 2:00\u00a0PM Berlin\u00a0time',
  ],
  [
    'moderate',
    '2026-11-20T12:00:00Z',
    'Free cancellation until Mon, Nov 23, 2:00\u00a0PM Berlin\u00a0time',
  ],
  ['strict', '2026-11-20T12:00:00Z', '50% refund until Sat, Nov 21, 2:00\u00a0PM Berlin\u00a0time'],
  ['strict', '2026-11-25T12:00:00Z', 'Non-refundable'],
  ['flexible', '2026-11-28T12:00:00Z', 'Non-refundable'],
] as const)('the refund rule of the policy %s at %s is "%s"', (policy, now, text) => {
  expect(ruleOf(policy, new Date(now))).toBe(text)
})

import { describe, expect, test } from 'vitest'
import { quoteRefund, type CancellationPolicy } from './cancellation.ts'

const startsAt = new Date('2026-12-10T10:00:00Z')
const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * 3_600_000)
const at = (policy: CancellationPolicy, now: Date) =>
  quoteRefund({ policy, startsAt, totalMinor: 11_000, hostShareMinor: 9_000 }, now)

describe('refunds by policy', () => {
  test.each([
    ['flexible', 24, 100],
    ['flexible', 23.99, 0],
    ['moderate', 5 * 24, 100],
    ['moderate', 5 * 24 - 0.01, 0],
    ['strict', 7 * 24, 50],
    ['strict', 7 * 24 - 0.01, 0],
  ] as const)(
    'the policy %s, cancelled %d hours before the start, refunds %d%%',
    (policy, hours, percentage) => {
      expect(at(policy, hoursBefore(hours)).percentage).toBe(percentage)
    },
  )

  test('quoteRefund leaves the host no share when the guest gets a full refund', () => {
    expect(at('flexible', hoursBefore(48))).toMatchObject({
      refundMinor: 11_000,
      hostShareMinor: 0,
    })
  })

  test('quoteRefund leaves the host half of the host share when the guest gets half a refund', () => {
    expect(at('strict', hoursBefore(200))).toMatchObject({
      refundMinor: 5_500,
      hostShareMinor: 4_500,
    })
  })

  test('quoteRefund leaves the host the whole host share after the cancellation deadline', () => {
    expect(at('moderate', hoursBefore(1))).toMatchObject({ refundMinor: 0, hostShareMinor: 9_000 })
  })

  test('quoteRefund refunds a cancellation exactly at the deadline but not 1 ms later', () => {
    const { deadline } = at('flexible', hoursBefore(100))
    expect(deadline).toEqual(new Date('2026-12-09T10:00:00Z'))
    expect(at('flexible', deadline).percentage).toBe(100)
    expect(at('flexible', new Date(deadline.getTime() + 1)).percentage).toBe(0)
  })
})

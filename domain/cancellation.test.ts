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
  ] as const)('%s, %d hours before: %d%%', (policy, hours, percentage) => {
    expect(at(policy, hoursBefore(hours)).percentage).toBe(percentage)
  })

  test('a full refund leaves nothing for the host', () => {
    expect(at('flexible', hoursBefore(48))).toMatchObject({
      refundMinor: 11_000,
      hostShareMinor: 0,
    })
  })

  test('half a refund leaves half of the share', () => {
    expect(at('strict', hoursBefore(200))).toMatchObject({
      refundMinor: 5_500,
      hostShareMinor: 4_500,
    })
  })

  test('too late, and the host keeps the whole share', () => {
    expect(at('moderate', hoursBefore(1))).toMatchObject({ refundMinor: 0, hostShareMinor: 9_000 })
  })

  test('the deadline is the last moment that still counts', () => {
    const { deadline } = at('flexible', hoursBefore(100))
    expect(deadline).toEqual(new Date('2026-12-09T10:00:00Z'))
    expect(at('flexible', deadline).percentage).toBe(100)
    expect(at('flexible', new Date(deadline.getTime() + 1)).percentage).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { quoteRefund, refundTerms, type CancellationPolicy } from './cancellation.ts'
import { hourMs } from './durations.ts'

const startsAt = new Date('2026-12-10T10:00:00Z')
const bookedAt = new Date('2026-11-01T10:00:00Z')
const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * hourMs)
const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000)
const at = (policy: CancellationPolicy, now: Date, booked = bookedAt) =>
  quoteRefund(
    { policy, startsAt, bookedAt: booked, totalMinor: 11_000, hostShareMinor: 9_000 },
    now,
  )

describe('refunds by policy', () => {
  test.each([
    ['flexible', 24, 100],
    ['flexible', 23.99, 0],
    ['moderate', 5 * 24, 100],
    ['moderate', 5 * 24 - 0.01, 0],
    ['strict', 7 * 24, 50],
    ['strict', 7 * 24 - 0.01, 0],
  ] as const)(
    'the cancellation policy %s, %d hours before the start, refunds %d%%',
    (policy, hours, percentage) => {
      expect(at(policy, hoursBefore(hours)).percentage).toBe(percentage)
    },
  )

  test('quoteRefund returns a host share of 0 for a full refund', () => {
    expect(at('flexible', hoursBefore(48))).toMatchObject({
      refundMinor: 11_000,
      hostShareMinor: 0,
    })
  })

  test('quoteRefund halves the host share for a refund of 50%', () => {
    expect(at('strict', hoursBefore(200))).toMatchObject({
      refundMinor: 5_500,
      hostShareMinor: 4_500,
    })
  })

  test('quoteRefund returns the full host share after the cancellation deadline', () => {
    expect(at('moderate', hoursBefore(1))).toMatchObject({ refundMinor: 0, hostShareMinor: 9_000 })
  })

  test('quoteRefund returns a refund at the cancellation deadline, but none 1 ms after it', () => {
    const { deadline } = at('flexible', hoursBefore(100))
    expect(deadline).toEqual(new Date('2026-12-09T10:00:00Z'))
    expect(at('flexible', deadline).percentage).toBe(100)
    expect(at('flexible', new Date(deadline.getTime() + 1)).percentage).toBe(0)
  })
})

describe('the grace period', () => {
  const booked = hoursBefore(48)
  const graceEnd = minutesAfter(booked, 30)

  test.each(['moderate', 'strict'] as const)(
    'the cancellation policy %s fully refunds a booking made two days ahead until exactly 30 minutes after it was made',
    (policy) => {
      expect(at(policy, graceEnd, booked)).toEqual({
        percentage: 100,
        refundMinor: 11_000,
        hostShareMinor: 0,
        deadline: graceEnd,
        laterPercentage: 0,
      })
      expect(at(policy, new Date(graceEnd.getTime() + 1), booked)).toMatchObject({
        percentage: 0,
        deadline: graceEnd,
      })
    },
  )

  test('the strict cancellation policy refunds half after the grace period if the booking was made more than seven days ahead', () => {
    expect(at('strict', minutesAfter(bookedAt, 29))).toMatchObject({
      percentage: 100,
      laterPercentage: 50,
    })
    expect(at('strict', minutesAfter(bookedAt, 31))).toMatchObject({
      percentage: 50,
      deadline: hoursBefore(7 * 24),
      laterPercentage: 0,
    })
  })

  test('a booking made 24 hours or less before its start has no grace period', () => {
    for (const hours of [24, 23, 1])
      expect(
        refundTerms({ policy: 'strict', startsAt, bookedAt: hoursBefore(hours) }).graceEnd,
      ).toBeNull()
    const justMore = new Date(hoursBefore(24).getTime() - 1)
    expect(refundTerms({ policy: 'strict', startsAt, bookedAt: justMore }).graceEnd).toEqual(
      minutesAfter(justMore, 30),
    )
  })

  test('refundTerms returns no grace period that would end before the full refund of the cancellation policy', () => {
    const terms = (hours: number) =>
      refundTerms({ policy: 'flexible', startsAt, bookedAt: hoursBefore(hours) })
    expect(terms(25)).toEqual({ percentage: 100, deadline: hoursBefore(24), graceEnd: null })
    expect(terms(24.25).graceEnd).toEqual(hoursBefore(23.75))
  })
})

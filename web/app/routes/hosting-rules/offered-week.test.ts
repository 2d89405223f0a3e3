import { describe, expect, test } from 'vitest'
import type { HostRules } from '#web/data/booking-rules.ts'
import type { Slot } from '#web/data/slots.ts'
import { dayText } from './offered-week.tsx'

const space = { price: 40, currency: 'EUR' } as HostRules['space']
const slot = (hour: number, state: Slot['state'], price = 40) =>
  ({ date: '2026-12-01', hour, state, prices: [price] }) as Slot

describe('what guests can book on a day', () => {
  test('dayText returns the first and last free start of a day and the range of prices', () => {
    expect(dayText([slot(9, 'taken'), slot(10, 'free'), slot(18, 'free', 55)], space)).toEqual({
      hours: '10:00 AM – 6:00 PM',
      price: '€40.00 – €55.00/hr',
    })
  })

  test('dayText shows one price if all hours cost the same', () => {
    expect(dayText([slot(10, 'free'), slot(11, 'free')], space).price).toBe('€40.00/hr')
  })

  test.each([
    ['Closed', [slot(9, 'closed'), slot(10, 'closed')]],
    ['Closed', []],
    ['Fully booked', [slot(9, 'taken'), slot(10, 'closed')]],
    ['No more starts today', [slot(9, 'past'), slot(10, 'past')]],
    ['9:00 AM only', [slot(9, 'free')]],
  ])('dayText returns "%s"', (hours, slots) => {
    expect(dayText(slots, space).hours).toBe(hours)
  })
})

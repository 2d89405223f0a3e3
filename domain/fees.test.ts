import { expect, test } from 'vitest'
import {
  hostCommissionPercentage,
  hostSharePercentage,
  platformFeePercentage,
  quote,
  quoteHours,
  rentalLines,
} from './fees.ts'

test('the platform fee is 10% and the host share is 90%', () => {
  expect({ platformFeePercentage, hostSharePercentage }).toEqual({
    platformFeePercentage: 10,
    hostSharePercentage: 90,
  })
})

test("a quote's total is the rental plus the platform fee, and its host share is the rental minus the commission", () => {
  const platformFeeMinor = 135 * platformFeePercentage
  const hostCommissionMinor = 135 * hostCommissionPercentage
  expect(quote(45, 'USD', 3)).toEqual({
    currency: 'USD',
    hours: 3,
    priceLines: [{ price: 45, hours: 3, amount: 135 }],
    basePriceMinor: 13_500,
    extras: [],
    rentalMinor: 13_500,
    platformFeePercentage,
    platformFeeMinor,
    totalMinor: 13_500 + platformFeeMinor,
    hostCommissionPercentage,
    hostCommissionMinor,
    hostShareMinor: 13_500 - hostCommissionMinor,
  })
})

test('a quote in yen rounds the platform fee and the host commission to whole yen', () => {
  const { rentalMinor, platformFeeMinor, totalMinor, hostShareMinor } = quote('8055', 'JPY', 1)
  const fee = Math.round(80.55 * platformFeePercentage)
  const commission = Math.round(80.55 * hostCommissionPercentage)
  expect([rentalMinor, platformFeeMinor, totalMinor, hostShareMinor]).toEqual([
    8_055,
    fee,
    8_055 + fee,
    8_055 - commission,
  ])
})

test('the total is the sum of host share, commission and platform fee for any price and duration', () => {
  for (let cents = 0; cents < 3_000; cents += 7) {
    for (const hours of [1, 3, 24]) {
      const it = quote(cents / 100, 'EUR', hours)
      expect(it.totalMinor).toBe(it.hostShareMinor + it.hostCommissionMinor + it.platformFeeMinor)
      expect(it.rentalMinor).toBe(cents * hours)
    }
  }
})

test('a quote of hours with different prices has a line for each price and a line for the discount', () => {
  const booking = quoteHours([40, 40, '55.5', 40], 'EUR', {
    discountPercentage: 15,
    extras: [{ id: 'x', name: 'Cleaning', unit: 'booking', price: 30, quantity: 1, amount: 30 }],
  })
  expect(booking).toMatchObject({
    hours: 4,
    priceLines: [
      { price: 40, hours: 3, amount: 120 },
      { price: 55.5, hours: 1, amount: 55.5 },
      { percentage: 15, amount: -26.33 },
    ],
    basePriceMinor: 14_917,
    rentalMinor: 17_917,
    totalMinor: 19_709,
  })
})

test('rentalLines returns one line if all hours cost the same without a discount, otherwise a line for each price and the discount', () => {
  const booking = { hours: 3, currency: 'EUR', rental_amount: 150, extras: [] } as const
  expect(rentalLines({ ...booking, price_lines: quote(50, 'EUR', 3).priceLines })).toEqual([
    { name: 'Rental: 3 hours', amount: 150 },
  ])
  const { priceLines } = quoteHours([50, 60, 60], 'EUR', { discountPercentage: 10 })
  expect(rentalLines({ ...booking, price_lines: priceLines })).toEqual([
    { name: 'Rental: 1 hour at €50.00', amount: 50 },
    { name: 'Rental: 2 hours at €60.00', amount: 120 },
    { name: 'Discount for 3 hours (10%)', amount: -17 },
  ])
})

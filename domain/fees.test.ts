import { expect, test } from 'vitest'
import {
  hostCommissionPercentage,
  hostSharePercentage,
  platformFeePercentage,
  quote,
} from './fees.ts'

test('the platform fee is 10% and the host share is 90%, as the specification requires', () => {
  expect({ platformFeePercentage, hostSharePercentage }).toEqual({
    platformFeePercentage: 10,
    hostSharePercentage: 90,
  })
})

test('a quote adds the platform fee to the rental and deducts the commission from the host share', () => {
  const platformFeeMinor = 135 * platformFeePercentage
  const hostCommissionMinor = 135 * hostCommissionPercentage
  expect(quote(45, 'USD', 3)).toEqual({
    currency: 'USD',
    hours: 3,
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

test('for any price and duration, the total is the sum of host share, commission and platform fee', () => {
  for (let cents = 0; cents < 3_000; cents += 7) {
    for (const hours of [1, 3, 24]) {
      const it = quote(cents / 100, 'EUR', hours)
      expect(it.totalMinor).toBe(it.hostShareMinor + it.hostCommissionMinor + it.platformFeeMinor)
      expect(it.rentalMinor).toBe(cents * hours)
    }
  }
})

import { expect, test } from 'vitest'
import { quote } from './fees.ts'

test('the guest pays rental and platform fee; the host receives 90% of the rental', () => {
  expect(quote(45, 'USD', 3)).toEqual({
    currency: 'USD',
    hours: 3,
    rentalMinor: 13_500,
    platformFeePercentage: 10,
    platformFeeMinor: 1_350,
    totalMinor: 14_850,
    hostCommissionPercentage: 10,
    hostCommissionMinor: 1_350,
    hostShareMinor: 12_150,
  })
})

test('yen have no minor unit to lose', () => {
  const { rentalMinor, platformFeeMinor, totalMinor, hostShareMinor } = quote('8055', 'JPY', 1)
  expect([rentalMinor, platformFeeMinor, totalMinor, hostShareMinor]).toEqual([
    8_055, 806, 8_861, 7_249,
  ])
})

test('for any price and length, what is paid in is what is shared out', () => {
  for (let cents = 0; cents < 3_000; cents += 7) {
    for (const hours of [1, 3, 24]) {
      const it = quote(cents / 100, 'EUR', hours)
      expect(it.totalMinor).toBe(it.hostShareMinor + it.hostCommissionMinor + it.platformFeeMinor)
      expect(it.rentalMinor).toBe(cents * hours)
    }
  }
})

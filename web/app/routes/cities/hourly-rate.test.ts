import { expect, test } from 'vitest'
import { rateOf } from './hourly-rate.ts'

test('without spaces the rate is 0', () => {
  expect(rateOf([])).toEqual({ spaces: 0, currency: 'USD', average: 0, others: 0 })
})

test('of several currencies the one of most spaces is told, and what it leaves out', () => {
  const rates = [
    { currency: 'EUR', spaces: 1, averagePrice: 40 },
    { currency: 'USD', spaces: 4, averagePrice: 92.5 },
    { currency: 'JPY', spaces: 2, averagePrice: 6000 },
  ] as const
  expect(rateOf(rates)).toEqual({ spaces: 7, currency: 'USD', average: 92.5, others: 3 })
})

test('equally many give the same answer in whatever order they come', () => {
  const euro = { currency: 'EUR', spaces: 2, averagePrice: 40 } as const
  const dollar = { currency: 'USD', spaces: 2, averagePrice: 50 } as const
  expect(rateOf([dollar, euro])).toEqual(rateOf([euro, dollar]))
})

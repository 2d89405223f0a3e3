import { describe, expect, test } from 'vitest'
import {
  currencies,
  decimalsOf,
  formatMoney,
  percentOf,
  priceProblem,
  toDecimal,
  toMinor,
  typedAmount,
} from './money.ts'

test('currencies contains the nine currencies that hosts can choose, in display order', () => {
  expect(currencies.join(', ')).toBe('USD, EUR, GBP, JPY, AUD, CAD, SGD, KRW, AED')
})

describe('minor units', () => {
  test.each([
    [12.5, 'USD', 1250],
    ['19.99', 'EUR', 1999],
    [1.005, 'GBP', 101],
    [8000, 'JPY', 8000],
    ['45000', 'KRW', 45000],
    [0, 'AED', 0],
    [0.1 + 0.2, 'CAD', 30],
  ] as const)('toMinor converts %s %s to %i minor units', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor)
  })

  test('an amount converted to minor units and back is unchanged in every currency', () => {
    for (const currency of currencies) {
      for (const minor of [0, 1, 99, 100, 12_345_678]) {
        expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor)
      }
    }
  })

  test('typedAmount omits the decimals of whole amounts', () => {
    expect([40, 37.5, 19.99, 0].map(typedAmount)).toEqual(['40', '37.50', '19.99', '0'])
  })

  test('only JPY and KRW have no minor unit', () => {
    expect(currencies.filter((currency) => decimalsOf(currency) === 0)).toEqual(['JPY', 'KRW'])
  })

  test('toMinor throws for values that are not finite numbers', () => {
    expect(() => toMinor('12,50', 'USD')).toThrow(RangeError)
    expect(() => toMinor(Number.POSITIVE_INFINITY, 'USD')).toThrow(RangeError)
  })

  test('percentOf rounds half a minor unit up', () => {
    expect(percentOf(5, 10)).toBe(1)
    expect(percentOf(4, 10)).toBe(0)
    expect(percentOf(33333, 10)).toBe(3333)
  })
})

describe('formatMoney', () => {
  test.each([
    [1250, 'USD', undefined, '$1,250.00'],
    [8000, 'JPY', undefined, '¥8,000'],
    [45.5, 'GBP', 0, '£46'],
    [120, 'AED', undefined, 'AED\u00a0120.00'],
  ] as const)('formatMoney formats %d %s for display', (amount, currency, decimals, text) => {
    expect(formatMoney(amount, currency, decimals === undefined ? {} : { decimals })).toBe(text)
  })
})

test('priceProblem accepts an hourly price of 0 or of at least the minimum card charge', () => {
  expect(priceProblem(0, 'USD')).toBeNull()
  expect(priceProblem(0.5, 'USD')).toBeNull()
  expect(priceProblem(0.49, 'USD')).toContain('$0.50')
  expect(priceProblem(49, 'JPY')).toContain('¥50')
})

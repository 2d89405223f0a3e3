import { expect, test } from 'vitest'
import { countryNames, suggestCurrency } from './suggestions.ts'

test.each([
  ['United States', 'USD'],
  ['Greece', 'EUR'],
  ['United Kingdom', 'GBP'],
  [' japan ', 'JPY'],
  ['Australia', 'AUD'],
  ['Canada', 'CAD'],
  ['Singapore', 'SGD'],
  ['South Korea', 'KRW'],
  ['United Arab Emirates', 'AED'],
  ['Brazil', 'USD'],
  ['Jap', 'USD'],
  ['', 'USD'],
])('the suggested currency for %j is %s', (country, currency) => {
  expect(suggestCurrency(country)).toBe(currency)
})

test('countryNames contains all 22 countries for which suggestCurrency returns EUR', () => {
  const inEuro = countryNames().filter((name) => suggestCurrency(name) === 'EUR')
  expect(inEuro).toHaveLength(22)
})

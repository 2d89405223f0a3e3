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

test('every suggested country name has a suggested currency', () => {
  const inEuro = countryNames().filter((name) => suggestCurrency(name) === 'EUR')
  expect(inEuro).toHaveLength(22)
})

import { expect, test } from 'vitest'
import { countryNames } from './place-names.ts'
import { suggestCurrency } from './suggest-currency.ts'

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
])('a space in %j is priced in %s', (country, currency) => {
  expect(suggestCurrency(country)).toBe(currency)
})

test('countries are known by the names that the form offers', () => {
  const inEuro = countryNames().filter((name) => suggestCurrency(name) === 'EUR')
  expect(inEuro).toHaveLength(22)
})

import { expect, test } from 'vitest'
import { countryNames, suggestCurrency, suggestTimeZone } from './suggestions.ts'

const zones = Intl.supportedValuesOf('timeZone')

test.each([
  ['Tokyo', 'Japan', 'Asia/Tokyo'],
  ['New York', 'United States', 'America/New_York'],
  ['São Paulo', 'Brazil', 'America/Sao_Paulo'],
  ['San Jose', 'United States', 'America/Los_Angeles'],
  ['Kobe', 'Japan', 'Asia/Tokyo'],
  ['Mumbai', 'India', 'Asia/Kolkata'],
  ['Ankara', 'Türkiye', 'Europe/Istanbul'],
  ['Cape Town', 'South Africa', 'Africa/Johannesburg'],
])('the suggested time zone of %s in %s is %s', (city, country, zone) => {
  expect(suggestTimeZone(city, country, zones)).toBe(zone)
})

test('suggestTimeZone returns null for an unknown city in a country with several time zones', () => {
  expect(suggestTimeZone('Springfield', 'United States', zones)).toBeNull()
  expect(suggestTimeZone('', 'Japan', zones)).toBeNull()
})

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

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
])('%s in %s keeps the time of %s', (city, country, zone) => {
  expect(suggestTimeZone(city, country, zones)).toBe(zone)
})

test('a city that tells nothing, in a wide country, is left to the host', () => {
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
])('a space in %j is priced in %s', (country, currency) => {
  expect(suggestCurrency(country)).toBe(currency)
})

test('countries are known by the names that the form offers', () => {
  const inEuro = countryNames().filter((name) => suggestCurrency(name) === 'EUR')
  expect(inEuro).toHaveLength(22)
})

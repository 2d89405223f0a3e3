import { expect, test } from 'vitest'
import { suggestTimeZone } from './suggest-time-zone.ts'

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

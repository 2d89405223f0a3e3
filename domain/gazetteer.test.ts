import { expect, test } from 'vitest'
import {
  cities,
  citiesNamed,
  countryName,
  nearestCity,
  suggestCities,
  timeZoneOf,
} from './gazetteer.ts'
import { isTimeZone } from './slots.ts'

test('every city of the gazetteer has a valid time zone and valid coordinates', () => {
  expect(cities.length).toBeGreaterThan(7000)
  const zones = new Set(cities.map(({ timeZone }) => timeZone))
  expect([...zones].filter((zone) => !isTimeZone(zone))).toEqual([])
  expect(
    cities.filter(
      ({ latitude, longitude }) => Math.abs(latitude) > 85 || Math.abs(longitude) > 180,
    ),
  ).toEqual([])
})

test.each([
  ['berl', 'Berlin', 'Germany', 'Europe/Berlin'],
  ['são pa', 'Sao Paulo', 'Brazil', 'America/Sao_Paulo'],
  ['ZURICH', 'Zürich', 'Switzerland', 'Europe/Zurich'],
  ['francisco', 'San Francisco', 'United States', 'America/Los_Angeles'],
  ['ubud', 'Ubud', 'Indonesia', 'Asia/Makassar'],
  ['hong k', 'Hong Kong', 'Hong Kong', 'Asia/Hong_Kong'],
])('the first suggestion for %j is %s in %s', (typed, name, country, timeZone) => {
  const [first] = suggestCities(typed)
  expect(first).toMatchObject({ name, timeZone })
  expect(countryName(first?.countryCode ?? '')).toBe(country)
})

test('suggestCities reads text after a comma as a country or state and suggests only its cities', () => {
  expect(suggestCities('portland, maine')).toMatchObject([{ province: 'Maine' }])
  expect(suggestCities('san jose, costa rica')).toMatchObject([{ countryCode: 'CR' }])
})

test('suggestCities returns no cities for a single letter', () => {
  expect(suggestCities('b')).toEqual([])
})

test('citiesNamed returns several cities of the same name, and none outside the given country', () => {
  const named = citiesNamed('springfield', 'United States')
  expect(new Set(named.map(({ timeZone }) => timeZone)).size).toBeGreaterThan(1)
  expect(citiesNamed('Tokyo', 'France')).toEqual([])
})

test.each([
  ['Tokyo', 'Japan', 'Asia/Tokyo'],
  ['New York', 'United States', 'America/New_York'],
  ['são paulo', 'Brazil', 'America/Sao_Paulo'],
  ['San Jose', 'United States', 'America/Los_Angeles'],
  ['Kobe', 'Japan', 'Asia/Tokyo'],
  ['Austin', 'USA', 'America/Chicago'],
  ['Mumbai', '', 'Asia/Kolkata'],
  ['Ankara', 'Türkiye', 'Europe/Istanbul'],
  ['Cape Town', 'South Africa', 'Africa/Johannesburg'],
  ['a village of no list', 'Germany', 'Europe/Berlin'],
])('the time zone of %j in %j is %s', (city, country, zone) => {
  expect(timeZoneOf(city, country)).toBe(zone)
})

test.each([
  ['Springfield', 'United States'],
  ['a village of no list', 'United States'],
  ['a village of no list', ''],
  ['', 'Japan'],
])('timeZoneOf returns null for %j in %j', (city, country) => {
  expect(timeZoneOf(city, country)).toBeNull()
})

test('nearestCity returns Berlin for a point in Kreuzberg and no city for a point in the Pacific', () => {
  expect(nearestCity({ latitude: 52.49, longitude: 13.42 }, 40)?.name).toBe('Berlin')
  expect(nearestCity({ latitude: 0, longitude: -140 }, 40)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { regions } from '#web/content/regions.ts'
import { matchesFilter } from '#web/data/spaces-filter.ts'
import {
  abroadFilter,
  filterOf,
  homeFilter,
  isNarrowed,
  readCursor,
  readQuery,
} from './space-query.ts'

const cursor = '001795253862123456_0b6f1f0a-2f57-4bfb-8a5e-9f0c2a1d3e4f'

test('a spaces query is unchanged after being written to the URL and read back', () => {
  expect(
    readQuery('?q=+loft+&type=studio&location=Tokyo&region=europe&sort=price-low&page=3'),
  ).toEqual({
    q: 'loft',
    type: 'studio',
    location: 'Tokyo',
    region: 'europe',
    sort: 'price-low',
  })
})

test('the value of a filter chip overrides the value of the form field in the URL', () => {
  expect(readQuery('?type=studio&sort=price-low&type=loft')).toEqual({
    type: 'loft',
    sort: 'price-low',
  })
  expect(readQuery('?type=studio&type=')).toEqual({})
})

test('invalid filter values in the URL are ignored', () => {
  expect(readQuery('?q=&type=&region=atlantis&sort=luck&after=yesterday')).toEqual({})
  expect(readQuery('?q=lo%00ft&location=%00')).toEqual({ q: 'loft' })
})

test('a list cursor is unchanged after being written to the URL and read back', () => {
  const address = new URLSearchParams({ after: cursor })
  expect(readCursor(readQuery(address).after)).toEqual(cursor)
})

test('a malformed cursor in the URL is ignored', () => {
  expect(readCursor(`${cursor}",id.gt."`)).toBeNull()
  expect(readCursor(undefined)).toBeNull()
})

test('a region filter matches only spaces in the countries of that region', () => {
  expect(filterOf({ region: 'europe' })).toEqual({
    countries: ['United Kingdom', 'France', 'Greece'],
  })
  expect(filterOf({})).toEqual({})
})

test('the default order, newest first, is left out of the URL', () => {
  expect(filterOf({ sort: 'newest' })).toEqual({})
  expect(filterOf({ sort: 'top-rated' })).toEqual({ order: 'top-rated' })
})

test('the regions and their countries are those of the specification', () => {
  expect(Object.fromEntries(regions.map(({ label, countries }) => [label, countries]))).toEqual({
    'Asia Pacific': ['Japan', 'Indonesia', 'Australia'],
    Europe: ['United Kingdom', 'France', 'Greece'],
    'Middle East': ['United Arab Emirates'],
    Americas: ['United States', 'Canada'],
  })
})

const spaceIn = (country: string) => ({ title: 'A', location: 'B', country, type: 'studio' })

test('no country matches both the USA filter and the international filter', () => {
  expect(matchesFilter(spaceIn('United States'), homeFilter)).toBe(true)
  expect(matchesFilter(spaceIn('United States'), abroadFilter(undefined))).toBe(false)
  expect(matchesFilter(spaceIn('United States'), abroadFilter('americas'))).toBe(false)
  expect(matchesFilter(spaceIn('Canada'), abroadFilter('americas'))).toBe(true)
  expect(matchesFilter(spaceIn('Brazil'), abroadFilter('americas'))).toBe(false)
  expect(matchesFilter(spaceIn('Brazil'), abroadFilter(undefined))).toBe(true)
})

test('isNarrowed ignores a cursor', () => {
  expect(isNarrowed({ after: cursor })).toBe(false)
  expect(isNarrowed({ region: 'europe' })).toBe(true)
})

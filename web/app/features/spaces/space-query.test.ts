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

test('a spaces query is unchanged after writing it to the URL and reading it back', () => {
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

test("a chip's value overrides the form field's value in the URL", () => {
  expect(readQuery('?type=studio&sort=price-low&type=loft')).toEqual({
    type: 'loft',
    sort: 'price-low',
  })
  expect(readQuery('?type=studio&type=')).toEqual({})
})

test('invalid query values in the URL are dropped', () => {
  expect(readQuery('?q=&type=&region=atlantis&sort=luck&after=yesterday')).toEqual({})
  expect(readQuery('?q=lo%00ft&location=%00')).toEqual({ q: 'loft' })
})

test('a cursor is unchanged after writing it to the URL and reading it back', () => {
  const address = new URLSearchParams({ after: cursor })
  expect(readCursor(readQuery(address).after)).toEqual(cursor)
})

test('a malformed cursor in the URL is ignored', () => {
  expect(readCursor(`${cursor}",id.gt."`)).toBeNull()
  expect(readCursor(undefined)).toBeNull()
})

test('a region filters spaces by the countries of that region', () => {
  expect(filterOf({ region: 'europe' })).toEqual({
    countries: ['United Kingdom', 'France', 'Greece'],
  })
  expect(filterOf({})).toEqual({})
})

test('the newest order is the default and is left out of the URL', () => {
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

test('the USA filter and the international filter never overlap', () => {
  expect(matchesFilter(spaceIn('United States'), homeFilter)).toBe(true)
  expect(matchesFilter(spaceIn('United States'), abroadFilter(undefined))).toBe(false)
  expect(matchesFilter(spaceIn('United States'), abroadFilter('americas'))).toBe(false)
  expect(matchesFilter(spaceIn('Canada'), abroadFilter('americas'))).toBe(true)
  expect(matchesFilter(spaceIn('Brazil'), abroadFilter('americas'))).toBe(false)
  expect(matchesFilter(spaceIn('Brazil'), abroadFilter(undefined))).toBe(true)
})

test('a cursor alone does not count as a filter', () => {
  expect(isNarrowed({ after: cursor })).toBe(false)
  expect(isNarrowed({ region: 'europe' })).toBe(true)
})

import { expect, test } from 'vitest'
import { regions } from '#web/content/regions.ts'
import { passes } from '#web/data/spaces-filter.ts'
import {
  abroadFilter,
  filterOf,
  homeFilter,
  isNarrowed,
  readCursor,
  readQuery,
  writeCursor,
} from './space-query.ts'

const cursor = '001795253862123456_0b6f1f0a-2f57-4bfb-8a5e-9f0c2a1d3e4f'

test('an address is read back as it was meant', () => {
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

test('a chip counts more than the choice that its form still has', () => {
  expect(readQuery('?type=studio&sort=price-low&type=loft')).toEqual({
    type: 'loft',
    sort: 'price-low',
  })
  expect(readQuery('?type=studio&type=')).toEqual({})
})

test('what makes no sense in an address is dropped', () => {
  expect(readQuery('?q=&type=&region=atlantis&sort=luck&after=yesterday')).toEqual({})
  expect(readQuery('?q=lo%00ft&location=%00')).toEqual({ q: 'loft' })
})

test('a cursor survives the address', () => {
  const address = new URLSearchParams({ after: writeCursor(cursor) })
  expect(readCursor(readQuery(address).after)).toEqual(cursor)
})

test('a cursor cannot carry anything else into the query', () => {
  expect(readCursor(`${cursor}",id.gt."`)).toBeNull()
  expect(readCursor(undefined)).toBeNull()
})

test('a region stands for its countries', () => {
  expect(filterOf({ region: 'europe' })).toEqual({
    countries: ['United Kingdom', 'France', 'Greece'],
  })
  expect(filterOf({})).toEqual({})
})

test('newest first is what a list is anyway', () => {
  expect(filterOf({ sort: 'newest' })).toEqual({})
  expect(filterOf({ sort: 'top-rated' })).toEqual({ order: 'top-rated' })
})

test('the regions are the four of the specification', () => {
  expect(Object.fromEntries(regions.map(({ label, countries }) => [label, countries]))).toEqual({
    'Asia Pacific': ['Japan', 'Indonesia', 'Australia'],
    Europe: ['United Kingdom', 'France', 'Greece'],
    'Middle East': ['United Arab Emirates'],
    Americas: ['United States', 'Canada'],
  })
})

const spaceIn = (country: string) => ({ title: 'A', location: 'B', country, type: 'studio' })

test('home and abroad never share a space', () => {
  expect(passes(spaceIn('United States'), homeFilter)).toBe(true)
  expect(passes(spaceIn('United States'), abroadFilter(undefined))).toBe(false)
  expect(passes(spaceIn('United States'), abroadFilter('americas'))).toBe(false)
  expect(passes(spaceIn('Canada'), abroadFilter('americas'))).toBe(true)
  expect(passes(spaceIn('Brazil'), abroadFilter('americas'))).toBe(false)
  expect(passes(spaceIn('Brazil'), abroadFilter(undefined))).toBe(true)
})

test('a further page alone does not narrow', () => {
  expect(isNarrowed({ after: writeCursor(cursor) })).toBe(false)
  expect(isNarrowed({ region: 'europe' })).toBe(true)
})

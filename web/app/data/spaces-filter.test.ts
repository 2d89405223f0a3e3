import { expect, test } from 'vitest'
import {
  anyPattern,
  containing,
  isDecidableInBrowser,
  matchesFilter,
  orderOf,
  type SpaceFilter,
} from './spaces-filter.ts'

test('containing() escapes LIKE wildcards, and anyPattern() escapes PostgREST syntax', () => {
  const patterns = ['100%', 'a_b', 'c\\', 'd",and(id.gt.0', 'e*f'].map(containing)
  expect(patterns).toEqual(['%100\\%%', '%a\\_b%', '%c\\\\%', '%d",and(id.gt.0%', '%e*f%'])
  expect(anyPattern('location_text', patterns.slice(2))).toBe(
    String.raw`location_text.like."%c\\\\%",location_text.like."%d\",and(id.gt.0%",location_text.like."%e_f%"`,
  )
})

const space = {
  location: 'Tokyo',
  country: 'Japan',
  type: 'studio',
  capacity: 10,
  cancellation_policy: 'flexible',
  rating: 4.5,
  latitude: 35.7,
  longitude: 139.7,
}

test.each<[SpaceFilter, boolean]>([
  [{}, true],
  [{ type: 'studio' }, true],
  [{ type: 'office' }, false],
  [{ location: 'Tokyo' }, true],
  [{ location: 'Toky' }, false],
  [{ countries: ['Japan', 'Australia'] }, true],
  [{ countries: ['France'] }, false],
  [{ exceptCountry: 'Japan' }, false],
  [{ exceptCountry: 'United States' }, true],
  [{ exceptCountries: ['France', 'Japan'] }, false],
  [{ exceptCountries: ['France'] }, true],
  [{ guests: 10 }, true],
  [{ guests: 11 }, false],
  [{ policies: ['strict', 'flexible'] }, true],
  [{ policies: ['strict'] }, false],
  [{ minRating: 4.5 }, true],
  [{ minRating: 4.6 }, false],
  [{ bounds: [139, 35, 140, 36] }, true],
  [{ bounds: [140, 35, 141, 36] }, false],
  [{ bounds: [139, 36, 140, 37] }, false],
  [{ bounds: [130, 30, -120, 40] }, true],
  [{ bounds: [150, 30, -120, 40] }, false],
  [{ type: 'studio', location: 'Tokyo', countries: ['France'] }, false],
])('matchesFilter for a studio in Tokyo and the filter %j returns %s', (filter, expected) => {
  expect(matchesFilter(space, filter)).toBe(expected)
})

test('matchesFilter excludes spaces without coordinates from a filter by map bounds', () => {
  const { latitude: _latitude, longitude: _longitude, ...rest } = space
  expect(matchesFilter(rest, { bounds: [-180, -90, 180, 90] })).toBe(false)
})

test('a location filter ignores case and accents', () => {
  const cafe = { ...space, location: 'Kōenji, Tokyo' }
  expect(matchesFilter(cafe, { locationContains: ['Kyoto', 'Koenji'] })).toBe(true)
})

test('isDecidableInBrowser returns false only for a filter by text, date, length, price or amenities', () => {
  const undecidable: SpaceFilter[] = [
    { text: 'loft' },
    { date: '2026-12-05' },
    { hours: 2 },
    { max: 0 },
    { amenities: ['Pool'] },
  ]
  expect(undecidable.map(isDecidableInBrowser)).toEqual(undecidable.map(() => false))
  expect(isDecidableInBrowser({ type: 'studio', guests: 4, bounds: [0, 0, 1, 1] })).toBe(true)
})

test('a search by text is sorted by best match unless another order is chosen', () => {
  expect(orderOf({})).toBe('newest')
  expect(orderOf({ text: 'loft' })).toBe('best-match')
  expect(orderOf({ text: 'loft', order: 'newest' })).toBe('newest')
})

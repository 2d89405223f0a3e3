import { expect, test } from 'vitest'
import { regions } from '#web/content/regions.ts'
import { matchesFilter } from '#web/data/spaces-filter.ts'
import { paths } from '#web/lib/paths.ts'
import {
  abroadFilter,
  filterOf,
  homeFilter,
  isNarrowed,
  readCursor,
  readQuery,
  toggled,
} from './space-query.ts'

const cursor = '001795253862123456_0b6f1f0a-2f57-4bfb-8a5e-9f0c2a1d3e4f'

test('readQuery trims the values of filters and ignores unknown parameters', () => {
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

test('readQuery prefers the value of a filter chip to the value of the form field', () => {
  expect(readQuery('?type=studio&sort=price-low&type=loft')).toEqual({
    type: 'loft',
    sort: 'price-low',
  })
  expect(readQuery('?type=studio&type=')).toEqual({})
})

test('readQuery ignores invalid filter values and removes NUL characters', () => {
  expect(readQuery('?q=&type=&region=atlantis&sort=luck&after=yesterday')).toEqual({})
  expect(readQuery('?q=lo%00ft&location=%00')).toEqual({ q: 'loft' })
})

const full = {
  q: 'loft',
  date: '2026-12-05',
  from: '14:00',
  hours: '3',
  guests: '12',
  max: '300',
  currency: 'EUR',
  amenities: 'Wi-Fi,Projector',
  policy: 'flexible,moderate',
  rating: '4.5',
  bounds: '13.1,52.3,13.7,52.7',
}

test('readQuery restores the filters that a URL contains, and filterOf parses their values', () => {
  const path = paths.explore(full)
  expect(readQuery(path.slice(path.indexOf('?')))).toEqual(full)
  expect(filterOf(full)).toEqual({
    text: 'loft',
    date: '2026-12-05',
    from: '14:00',
    hours: 3,
    guests: 12,
    max: 300,
    currency: 'EUR',
    amenities: ['Wi-Fi', 'Projector'],
    policies: ['flexible', 'moderate'],
    minRating: 4.5,
    bounds: [13.1, 52.3, 13.7, 52.7],
  })
})

test.each([
  'date=2026-02-30',
  'date=tomorrow',
  'date=0002-12-05',
  'from=14:00',
  'date=2026-13-01&from=14:00',
  'hours=25',
  'hours=0',
  'hours=1.5',
  'guests=-3',
  'guests=20000',
  'max=cheap',
  'max=-1',
  'currency=EUR',
  'amenities=,%20,',
  'policy=lenient',
  'rating=9',
  'bounds=1,2,3',
  'bounds=0,60,10,50',
  'bounds=0,0,999,10',
  'sort=best-match',
])('readQuery ignores the invalid or meaningless parameter "%s"', (search) => {
  expect(readQuery(search)).toEqual({})
})

test('readQuery accepts every full hour of a day as a start, because spaces may have their own opening hours', () => {
  const day = { date: '2026-12-05' }
  for (const from of ['00:00', '06:00', '09:00', '22:00', '23:00'])
    expect(readQuery(paths.explore({ ...day, from }).split('?')[1]!)).toEqual({ ...day, from })
  for (const from of ['24:00', '6:00', '06:30', '29:00'])
    expect(readQuery(new URLSearchParams({ ...day, from }))).toEqual(day)
})

test('a search by text is ordered by best match unless the URL names another order', () => {
  expect(filterOf({ q: 'loft' })).toEqual({ text: 'loft' })
  expect(filterOf({ q: 'loft', sort: 'best-match' })).toEqual({ text: 'loft' })
  expect(filterOf({ q: 'loft', sort: 'newest' })).toEqual({ text: 'loft', order: 'newest' })
})

test('toggled adds a value to a comma-separated list, or removes the value if the list contains it', () => {
  expect(toggled(undefined, 'Wi-Fi')).toBe('Wi-Fi')
  expect(toggled('Wi-Fi', 'Piano')).toBe('Wi-Fi,Piano')
  expect(toggled('Wi-Fi,Piano', 'Wi-Fi')).toBe('Piano')
  expect(toggled('Piano', 'Piano')).toBeUndefined()
})

test('a list cursor is unchanged after being written to the URL and read back', () => {
  const address = new URLSearchParams({ after: cursor })
  expect(readCursor(readQuery(address).after)).toEqual(cursor)
})

test('readCursor ignores a missing or malformed cursor, and accepts the longer cursors of the sort order "best match"', () => {
  expect(readCursor(`${cursor}",id.gt."`)).toBeNull()
  expect(readCursor(undefined)).toBeNull()
  expect(readCursor(`000087${cursor}`)).toBe(`000087${cursor}`)
})

test('filterOf turns a region into a filter for the countries of that region', () => {
  expect(filterOf({ region: 'europe' })).toEqual({
    countries: ['United Kingdom', 'France', 'Greece'],
  })
  expect(filterOf({})).toEqual({})
})

test('filterOf leaves out the default order, newest first', () => {
  expect(filterOf({ sort: 'newest' })).toEqual({})
  expect(filterOf({ sort: 'top-rated' })).toEqual({ order: 'top-rated' })
})

test('the region filters Asia Pacific, Europe, Middle East and Americas contain the specified countries', () => {
  expect(Object.fromEntries(regions.map(({ label, countries }) => [label, countries]))).toEqual({
    'Asia Pacific': ['Japan', 'Indonesia', 'Australia'],
    Europe: ['United Kingdom', 'France', 'Greece'],
    'Middle East': ['United Arab Emirates'],
    Americas: ['United States', 'Canada'],
  })
})

test('the region filter "More countries" matches the countries that no other region names', () => {
  const filter = filterOf({ region: 'more' })
  expect(matchesFilter(spaceIn('Germany'), filter)).toBe(true)
  for (const country of regions.flatMap(({ countries }) => [...countries]))
    expect(matchesFilter(spaceIn(country), filter)).toBe(false)
})

const spaceIn = (country: string) => ({ title: 'A', location: 'B', country, type: 'studio' })

test('no country matches both the USA filter and the international filter of the home page', () => {
  expect(matchesFilter(spaceIn('United States'), homeFilter)).toBe(true)
  expect(matchesFilter(spaceIn('United States'), abroadFilter(undefined))).toBe(false)
  expect(matchesFilter(spaceIn('United States'), abroadFilter('americas'))).toBe(false)
  expect(matchesFilter(spaceIn('Canada'), abroadFilter('americas'))).toBe(true)
  expect(matchesFilter(spaceIn('Brazil'), abroadFilter('americas'))).toBe(false)
  expect(matchesFilter(spaceIn('Brazil'), abroadFilter(undefined))).toBe(true)
})

test('isNarrowed ignores the cursor and the order', () => {
  expect(isNarrowed({ after: cursor, sort: 'price-low' })).toBe(false)
  expect(isNarrowed({ guests: '12' })).toBe(true)
  expect(isNarrowed({ region: 'europe' })).toBe(true)
})

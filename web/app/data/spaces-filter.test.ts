import { expect, test } from 'vitest'
import { anyPattern, containing, matchesFilter, searchPatterns } from './spaces-filter.ts'

test.each([
  ['Tokyo', [['%tokyo%']]],
  ['loft, Tokyo', [['%loft%'], ['%tokyo%']]],
  ['LA', [['la%', '% la%']]],
  ['  a  b  ', []],
  ['', []],
  [undefined, []],
  ['100%', [[String.raw`%100\%%`]]],
  ['Kōenji', [['%koenji%']]],
  ['São', [['%sao%']]],
  [String.raw`a_b\c`, [[String.raw`%a\_b\\c%`]]],
])('the search text %j becomes the patterns %j', (text, patterns) => {
  expect(searchPatterns(text)).toEqual(patterns)
})

test('a search text with a comma, a quote and an asterisk cannot break out of its PostgREST condition', () => {
  const patterns = searchPatterns('st*di",x').flat()
  expect(anyPattern('search_text', patterns)).toBe(String.raw`search_text.like."%st_di\"%"`)
})

test('a location with quotes, backslashes and LIKE wildcards is matched literally in a PostgREST condition', () => {
  const patterns = ['100%', 'a_b', 'c\\', 'd",and(id.gt.0'].map(containing)
  expect(patterns).toEqual(['%100\\%%', '%a\\_b%', '%c\\\\%', '%d",and(id.gt.0%'])
  expect(anyPattern('location_text', patterns.slice(2))).toBe(
    String.raw`location_text.like."%c\\\\%",location_text.like."%d\",and(id.gt.0%"`,
  )
})

test('searchPatterns uses only the first eight words of a search text', () => {
  expect(searchPatterns('one two three four five six seven eight nine ten')).toHaveLength(8)
})

const space = { title: 'Daylight Loft', location: 'Tokyo', country: 'Japan', type: 'studio' }

test.each([
  [{}, true],
  [{ text: 'LOFT japan' }, true],
  [{ text: 'loft paris' }, false],
  [{ text: 'lo da' }, true],
  [{ text: 'of' }, false],
  [{ type: 'studio' }, true],
  [{ type: 'office' }, false],
  [{ location: 'Tokyo' }, true],
  [{ location: 'Toky' }, false],
  [{ countries: ['Japan', 'Australia'] }, true],
  [{ countries: ['France'] }, false],
  [{ exceptCountry: 'Japan' }, false],
  [{ exceptCountry: 'United States' }, true],
  [{ text: 'loft', type: 'studio', location: 'Tokyo', countries: ['France'] }, false],
])('matching a loft in Tokyo with the filter %j returns %s', (filter, expected) => {
  expect(matchesFilter(space, filter)).toBe(expected)
})

test.each([
  [{ text: 'koenji' }, true],
  [{ text: 'KŌENJI' }, true],
  [{ text: 'cafe' }, true],
  [{ text: 'ko' }, true],
  [{ text: 'enji' }, true],
  [{ text: 'kyoto' }, false],
  [{ locationContains: ['Koenji'] }, true],
])('matching a café in Kōenji with the filter %j returns %s', (filter, expected) => {
  const cafe = { ...space, title: 'Cafe\u0301', location: 'Kōenji, Tokyo' }
  expect(matchesFilter(cafe, filter)).toBe(expected)
})

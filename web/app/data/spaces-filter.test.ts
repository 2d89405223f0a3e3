import { expect, test } from 'vitest'
import { passes, searchPatterns } from './spaces-filter.ts'

test.each([
  ['Tokyo', ['%tokyo%']],
  ['loft, Tokyo', ['%loft%', '%tokyo%']],
  ['  a  b  ', []],
  ['', []],
  [undefined, []],
  ['100%', [String.raw`%100\%%`]],
  [String.raw`a_b\c`, [String.raw`%a\_b\\c%`]],
  ['st*dio', ['%st_dio%']],
])('%j asks for %j', (text, patterns) => {
  expect(searchPatterns(text)).toEqual(patterns)
})

test('a long text asks for no more than eight words', () => {
  expect(searchPatterns('one two three four five six seven eight nine ten')).toHaveLength(8)
})

const space = { title: 'Daylight Loft', location: 'Tokyo', country: 'Japan', type: 'studio' }

test.each([
  [{}, true],
  [{ text: 'LOFT japan' }, true],
  [{ text: 'loft paris' }, false],
  [{ type: 'studio' }, true],
  [{ type: 'office' }, false],
  [{ location: 'Tokyo' }, true],
  [{ location: 'Toky' }, false],
  [{ countries: ['Japan', 'Australia'] }, true],
  [{ countries: ['France'] }, false],
  [{ exceptCountry: 'Japan' }, false],
  [{ exceptCountry: 'United States' }, true],
  [{ text: 'loft', type: 'studio', location: 'Tokyo', countries: ['France'] }, false],
])('a loft in Tokyo and %j: %s', (filter, expected) => {
  expect(passes(space, filter)).toBe(expected)
})

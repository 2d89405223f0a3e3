import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callbackAddress, safeNext } from './return-address.ts'

beforeEach(() =>
  vi.stubGlobal('location', new URL('https://hourspace.example/space/loft?from=home')),
)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/dashboard', '/dashboard'],
  ['/explore?q=loft#list', '/explore?q=loft#list'],
  ['https://hourspace.example/profile', '/profile'],
  ['https://evil.example/', '/'],
  ['//evil.example/profile', '/'],
  ['/.//evil.example/profile', '/evil.example/profile'],
  ['/profile/..//evil.example', '/evil.example'],
  ['https://hourspace.example//evil.example', '/evil.example'],
  [String.raw`/\evil.example`, '/'],
  ['https://hourspace.example@evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
])('%j leads to %s', (asked, path) => {
  expect(safeNext(asked)).toBe(path)
})

test('a flow comes back to where it was begun, by way of the page that takes up its session', () => {
  expect(callbackAddress()).toBe(
    'https://hourspace.example/auth/callback?next=%2Fspace%2Floft%3Ffrom%3Dhome',
  )
})

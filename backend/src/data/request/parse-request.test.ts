import { expect, test } from 'vitest'
import { contentLocation } from './parse-request.ts'

test('contentLocation sorts the query parameters and percent-encodes special characters', () => {
  const params = new URLSearchParams('select=id,notes(*)&body=eq.a b&id=gt.1&id=lt.9')
  expect(contentLocation('odd table', params)).toBe(
    '/odd%20table?body=eq.a%20b&id=gt.1&id=lt.9&select=id%2Cnotes%28%2A%29',
  )
  expect(contentLocation('notes', new URLSearchParams())).toBe('/notes')
})

test('contentLocation returns null for a location longer than 2,000 characters', () => {
  const ids = Array.from({ length: 600 }, (_, index) => index)
  expect(contentLocation('notes', new URLSearchParams(`id=in.(${ids.join(',')})`))).toBeNull()
})

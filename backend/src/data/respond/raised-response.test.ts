import { expect, test } from 'vitest'
import { raisedHeaders, raisedStatus } from './raised-response.ts'

const headersOf = (text: string) => {
  const headers = new Headers({ 'content-type': 'application/json' })
  raisedHeaders(text, headers)
  return headers
}

test('raisedHeaders replaces response headers and can send the same header several times', () => {
  const cookies = '[{"Set-Cookie":"a=1"},{"set-cookie":"b=2"},{"Content-Type":"text/x"}]'
  expect(headersOf(cookies).getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(headersOf(cookies).get('content-type')).toBe('text/x')
})

test.each([
  'x',
  '{"A":"b"}',
  '[{"A":1}]',
  '[{"A":"b","C":"d"}]',
  '[{}]',
  '["a"]',
  '[null]',
  '[{"a b":"c"}]',
  '[{"A":"b\\r\\nC: d"}]',
])('raisedHeaders rejects %s with PGRST111', (text) => {
  expect(() => headersOf(text)).toThrow(expect.objectContaining({ code: 'PGRST111', status: 500 }))
})

test('raisedStatus accepts only valid HTTP status codes', () => {
  expect(raisedStatus('418')).toBe(418)
  for (const text of ['100', '600', '4e2', 'ok', '']) {
    expect(() => raisedStatus(text)).toThrow(expect.objectContaining({ code: 'PGRST112' }))
  }
})

import { expect, test } from 'vitest'
import { callerAddress } from './forms.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:0DB8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8::ffff:0:0:1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])(
  'for X-Forwarded-For %s, callerAddress returns %s (IPv4 address or IPv6 /64 network)',
  (header, counted) => {
    const request = new Request('http://localhost', { headers: { 'x-forwarded-for': header } })
    expect(callerAddress(request)).toBe(counted)
  },
)

test('callerAddress returns null for a request without X-Forwarded-For', () => {
  expect(callerAddress(new Request('http://localhost'))).toBeNull()
})

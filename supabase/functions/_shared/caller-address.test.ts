import { expect, test } from 'vitest'
import { callerAddress } from './caller-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:0DB8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8::ffff:0:0:1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is counted as %s', (told, counted) => {
  const request = new Request('http://localhost', { headers: { 'x-forwarded-for': told } })
  expect(callerAddress(request)).toBe(counted)
})

test('who is not named is not counted', () => {
  expect(callerAddress(new Request('http://localhost'))).toBeNull()
})

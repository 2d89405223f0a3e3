import { expect, test } from 'vitest'
import { isVisible } from './visible-rows.ts'

test.each([
  [99, '100:110:', true],
  [100, '100:110:100,105', false],
  [104, '100:110:100,105', true],
  [110, '100:110:', false],
  [4_294_967_290, '4294967300:4294967310:', true],
  [3, '4294967290:4294967300:', true],
  [5, '4294967290:4294967300:4294967301', false],
])('isVisible of transaction %i in snapshot %s returns %s', (xid, snapshot, expected) => {
  expect(isVisible(xid, snapshot)).toBe(expected)
})

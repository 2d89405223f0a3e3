import { expect, test } from 'vitest'
import { cancelReasonText } from './problems.ts'

test('cancelReasonText addresses the guest or host whom a reason names as "you"', () => {
  expect(cancelReasonText('guest_asked')).toBe('The guest asked for it')
  expect(cancelReasonText('guest_asked', 'host')).toBe('The guest asked for it')
  expect(cancelReasonText('guest_asked', 'guest')).toBe('You asked for it')
  expect(cancelReasonText('host_unreachable', 'host')).toBe('You couldn’t be reached')
})

test('cancelReasonText returns null for a missing or unknown reason', () => {
  expect(cancelReasonText(null)).toBeNull()
  expect(cancelReasonText('unknown', 'guest')).toBeNull()
})

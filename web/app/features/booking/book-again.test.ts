import { expect, test } from 'vitest'
import { bookAgainPath } from './book-again.ts'

const times = { start_time: '2026-11-22T09:00:00Z', end_time: '2026-11-22T12:00:00Z' }

test('bookAgainPath keeps the length and the number of people of the booking', () => {
  expect(bookAgainPath('loft', { ...times, guest_count: 8 })).toBe('/space/loft?hours=3&guests=8')
  expect(bookAgainPath('loft', times)).toBe('/space/loft?hours=3')
})

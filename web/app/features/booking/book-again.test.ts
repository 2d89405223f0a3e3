import { expect, test } from 'vitest'
import { bookAgainPath, freeThenPath } from './book-again.ts'

const times = { start_time: '2026-11-22T09:00:00Z', end_time: '2026-11-22T12:00:00Z' }

test('bookAgainPath keeps the length and the number of people of the booking', () => {
  expect(bookAgainPath('loft', { ...times, guest_count: 8 })).toBe('/space/loft?hours=3&guests=8')
  expect(bookAgainPath('loft', times)).toBe('/space/loft?hours=3')
})

test('freeThenPath returns a search for spaces in the booking’s city at the local time of the booking', () => {
  const booking = { ...times, time_zone: 'Asia/Tokyo', guest_count: 8, space: { location: 'Ōta' } }
  expect(freeThenPath(booking)).toBe(
    '/explore?location=%C5%8Cta&date=2026-11-22&from=18%3A00&hours=3&guests=8',
  )
})

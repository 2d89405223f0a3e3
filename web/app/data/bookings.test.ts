import { expect, test } from 'vitest'
import { joinExtensions } from './bookings.ts'

const booking = (id: string, end_time: string, extended: string | null = null) => ({
  id,
  end_time,
  extends_booking_id: extended,
})

test('joinExtensions returns a booking and its extensions as one booking that ends with the last extension', () => {
  const rows = [
    booking('studio', '18:00'),
    booking('hall', '18:30'),
    booking('one more hour', '19:00', 'studio'),
    booking('another hour', '20:00', 'one more hour'),
  ]
  expect(joinExtensions(rows)).toEqual([booking('studio', '20:00'), booking('hall', '18:30')])
  expect(rows[0]?.end_time).toBe('18:00')
})

test('joinExtensions keeps an extension if the list does not contain the booking that it extends', () => {
  const rows = [booking('one more hour', '19:00', 'ended')]
  expect(joinExtensions(rows)).toEqual(rows)
})

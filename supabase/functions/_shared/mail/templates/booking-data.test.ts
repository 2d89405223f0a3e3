import { expect, test } from 'vitest'
import {
  bookingFacts,
  rentalFacts,
  shareFacts,
  subjectOf,
  type MailedShare,
} from './booking-data.ts'

const share: MailedShare = {
  booking_id: '7d3c1f6e-0000-4000-8000-000000000001',
  space_title: 'Loft',
  space_path: 'loft',
  starts_at: new Date('2026-11-26T00:00:00Z'),
  ends_at: new Date('2026-11-26T01:00:00Z'),
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
  refunded_minor: 50,
  returned_minor: 50,
  is_disputed: false,
  location: 'Tokyo',
  country: 'Japan',
  booked_at: new Date('2026-11-01T00:00:00Z'),
  guest_count: 3,
  extras: [],
  rental_minor: 500,
  platform_fee_minor: 50,
  total_minor: 550,
  host_commission_minor: 50,
  host_share_minor: 400,
  cancellation_policy: 'flexible',
  guest_name: null,
  host_name: null,
  agreed_minor: 450,
  withheld_minor: 100,
  owed_minor: 0,
}

test('a booking email shows the number of guests, and lists the chosen extras before the rental', () => {
  const extras = [
    { name: 'Projector', unit: 'booking' as const, quantity: 1, amount: 150 },
    { name: 'Coffee', unit: 'person' as const, quantity: 3, amount: 90 },
  ]
  expect(bookingFacts(share)).toContainEqual(['People', '3'])
  expect(rentalFacts(share)).toEqual([['Rental', '¥500']])
  expect(rentalFacts({ ...share, extras })).toEqual([
    ['Extras', 'Projector: ¥150\nCoffee × 3 people: ¥90'],
    ['Rental with extras', '¥500'],
  ])
})

test('a payout email lists the agreed share, the refund, the remaining share and the deduction in this order', () => {
  expect(shareFacts(share)).toEqual([
    ['Agreed share', '¥450'],
    ['Refunded to the guest', '−¥50'],
    ['Your share', '¥400'],
    ['Deducted for an earlier refund', '−¥100'],
  ])
})

test('a payout email shows only one amount when nothing was refunded or deducted', () => {
  expect(shareFacts({ ...share, agreed_minor: 400, withheld_minor: 0 })).toEqual([
    ['Your share', '¥400'],
  ])
})

test('the subject of a booking email shortens a long title, so that the time fits in a header', () => {
  expect(subjectOf(share)).toBe('Loft, Thu, Nov 26, 9:00 AM – 10:00 AM')
  const subject = subjectOf({ ...share, space_title: 'Bright corner studio '.repeat(6) })
  expect(subject).toMatch(/^(Bright corner studio ){2}Bright corner stu….*9:00 AM – 10:00 AM$/)
})

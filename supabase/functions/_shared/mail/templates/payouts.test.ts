import { expect, test } from 'vitest'
import { shareFacts } from './payouts.ts'

/** A booking of which 450 were agreed, 50 went back, and 100 paid an older debt. */
const share = {
  space_title: 'Loft',
  space_path: 'loft',
  starts_at: new Date('2026-11-26T00:00:00Z'),
  ends_at: new Date('2026-11-26T01:00:00Z'),
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
  refunded_minor: 50,
  location: 'Tokyo',
  country: 'Japan',
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
} as const

test('what became of a share stands in the order in which it adds up', () => {
  expect(shareFacts(share)).toEqual([
    ['Agreed share', '¥450'],
    ['Went back to the guest', '−¥50'],
    ['Your share', '¥400'],
    ['Kept for an earlier booking', '−¥100'],
  ])
})

test('a share that nothing was taken from is one line', () => {
  expect(shareFacts({ ...share, agreed_minor: 400, withheld_minor: 0 })).toEqual([
    ['Your share', '¥400'],
  ])
})

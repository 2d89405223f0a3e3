import { company } from '@hourspace/domain/company.ts'

export const url = 'http://localhost:3000'
export const site = { name: company.name, url, authUrl: `${url}/auth/v1` }

/** A booking with the strict policy, which refunds half until November 19, 9 AM in Tokyo. */
export const booking = {
  booking_id: '7d3c1f6e-0000-4000-8000-000000000001',
  space_title: 'Loft',
  space_path: 'loft',
  starts_at: '2026-11-26T00:00:00Z',
  ends_at: '2026-11-26T01:00:00Z',
  time_zone: 'Asia/Tokyo',
  booked_at: '2026-11-01T00:00:00Z',
  guest_count: 1,
  extras: [],
  currency: 'JPY',
  refunded_minor: 5500,
  location: 'Tokyo',
  country: 'Japan',
  rental_minor: 5000,
  platform_fee_minor: 500,
  total_minor: 5500,
  host_commission_minor: 500,
  host_share_minor: 4500,
  cancellation_policy: 'strict',
  guest_name: 'Gil',
  host_name: 'Hana',
}

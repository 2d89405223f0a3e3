import { expect, test } from 'vitest'
import { bookingsAsCsv, csvName, monthOf, monthsUntil } from './bookings-of-month.ts'

test('monthsUntil returns the last 36 months in UTC, newest first, and adds the selected month if it is earlier', () => {
  const months = monthsUntil(new Date('2026-12-31T23:59:59Z'), '2020-02')
  expect(months.slice(0, 2)).toEqual(['2026-12', '2026-11'])
  expect(months.slice(-2)).toEqual(['2024-01', '2020-02'])
  expect(monthsUntil(new Date('2026-01-01T00:00:00Z'), '2026-01')).toHaveLength(36)
})

test.each([
  ['2026-11', '2026-11'],
  ['2026-13', null],
  ['november', null],
  [null, null],
])('the month %s in the URL is read as %s', (text, month) => {
  expect(monthOf(text)).toBe(month)
})

test('bookingsAsCsv has a line for each booking, with the decimals of its currency and times in UTC', () => {
  const row = {
    id: 'b1',
    status: 'confirmed',
    answer: null,
    refund_status: null,
    created_at: '2026-11-27T15:00:30+00:00',
    start_time: '2026-11-28T10:00:00+02:00',
    end_time: '2026-11-28T12:00:00+02:00',
    time_zone: 'Europe/Athens',
    currency: 'EUR',
    total_price: 110.5,
    space_title: '=Loft, big',
    guest_name: null,
    guest_email: null,
    host_name: 'Maya',
    host_email: null,
    rental: 100,
    platform_fee: 10.5,
    refunded: 0,
    host_commission: 10,
    host_share: 90,
  } as const
  expect(bookingsAsCsv([row]).split('\r\n')).toEqual([
    'Booked at (UTC),Booking,Status,Space,Guest,Host,Starts at (UTC),Ends at (UTC),Currency,Rental with extras,Platform fee,Total,Refunded,Host commission,Host share',
    `2026-11-27 15:00,b1,confirmed,"'=Loft, big",,Maya,2026-11-28 08:00,2026-11-28 10:00,EUR,100.00,10.50,110.50,0.00,10.00,90.00`,
    '',
  ])
})

test.each([
  [{ month: '2026-11', status: null, text: '' }, 'bookings-2026-11.csv'],
  [{ month: '2026-11', status: 'cancelled', text: '' }, 'bookings-2026-11-cancelled.csv'],
  [
    { month: '2026-11', status: 'confirmed', text: ' Ánna@Example.com ' },
    'bookings-2026-11-confirmed-ánna-example-com.csv',
  ],
  [{ month: '2026-11', status: null, text: '渋谷 / ../' }, 'bookings-2026-11-渋谷.csv'],
])('the CSV of the bookings that match %o is named %s', (filter, name) => {
  expect(csvName(filter)).toBe(name)
})

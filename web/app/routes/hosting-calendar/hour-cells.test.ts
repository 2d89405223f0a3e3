import { expect, test } from 'vitest'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import type { CalendarEntry } from '#web/data/host-calendar.ts'
import type { Slot } from '#web/data/slots.ts'
import { cellText, drawnSpan, hourCells, selectedHours } from './hour-cells.ts'

const space = { id: 'loft', time_zone: 'America/New_York' }
const now = new Date('2030-01-01T00:00:00Z')

const entry = (values: Partial<CalendarEntry>): CalendarEntry => ({
  id: null,
  space_id: 'loft',
  kind: 'booking',
  starts_at: '2030-01-10T15:00:00Z',
  ends_at: '2030-01-10T17:00:00Z',
  buffered_until: null,
  note: '',
  series_id: null,
  booking_id: 'booking',
  guest_name: 'Liam',
  guest_count: 2,
  currency: 'USD',
  host_share_amount: 90,
  ...values,
})

const slot = (hour: number, price: number): Slot => ({
  date: '2030-01-10',
  hour,
  startsAt: new Date(Date.UTC(2030, 0, 10, hour + 5)).toISOString(),
  state: 'free',
  problem: null,
  takenBy: null,
  prices: [price],
})

const day = (entries: CalendarEntry[], slots: Slot[] = []) =>
  hourCells('2030-01-10', space, { entries, slots, now })

test('cellText describes a booking, the buffer after it and an hour outside the opening hours', () => {
  const booking = entry({ buffered_until: '2030-01-10T17:30:00Z' })
  const cells = day([booking], [slot(9, 50)])
  const words = [9, 10, 12, 13].map((hour) => cellText(cells[hour]!, space.time_zone))
  expect(words).toEqual([
    '9:00 AM – 10:00 AM: free',
    '10:00 AM – 11:00 AM: Booking: Liam, 2 people',
    '12:00 PM – 1:00 PM: Time between bookings',
    '1:00 PM – 2:00 PM: outside the opening hours',
  ])
})

test('hourCells covers 23 elapsed hours on the day daylight saving time starts, and 25 on the day it ends', () => {
  const elapsed = (date: string) =>
    hourCells(date, space, { entries: [], slots: [], now })
      .filter((cell) => cell !== null)
      .map(({ startsAt, endsAt }) => hoursBetween(startsAt, endsAt))
      .reduce((sum, hours) => sum + hours, 0)
  expect(elapsed('2030-03-10')).toBe(23)
  expect(elapsed('2030-11-03')).toBe(25)
  expect(hourCells('2030-03-10', space, { entries: [], slots: [], now })[2]).toBeNull()
})

test('selectedHours returns `canBlock` true for free hours and false for hours with a booking', () => {
  const cells = day([entry({})], [slot(8, 50), slot(9, 60)])
  expect(selectedHours(cells.slice(8, 10))).toMatchObject({ canBlock: true, price: 110 })
  expect(selectedHours(cells.slice(9, 11))).toMatchObject({ canBlock: false, price: null })
})

test('selectedHours returns `canBlock` true for the buffer after a booking and false for hours that are already blocked', () => {
  const booking = entry({ buffered_until: '2030-01-10T18:00:00Z' })
  expect(selectedHours(day([booking]).slice(12, 13))).toMatchObject({ canBlock: true })
  const block = entry({ kind: 'blackout', booking_id: null, guest_name: null })
  const cells = day([block])
  expect(selectedHours(cells.slice(10, 12))).toMatchObject({ canBlock: false, isBlocked: true })
  expect(selectedHours(cells.slice(10, 14))).toMatchObject({ canBlock: true, isBlocked: true })
})

test('drawnSpan splits an entry that continues after midnight into one span per day', () => {
  const night = {
    startsAt: new Date('2030-01-11T03:30:00Z'),
    endsAt: new Date('2030-01-11T07:00:00Z'),
  }
  expect(drawnSpan(night, '2030-01-10', space.time_zone)).toEqual({ from: 22.5, to: 24 })
  expect(drawnSpan(night, '2030-01-11', space.time_zone)).toEqual({ from: 0, to: 2 })
  expect(drawnSpan(night, '2030-01-12', space.time_zone)).toBeNull()
})

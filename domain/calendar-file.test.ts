import { afterEach, expect, test, vi } from 'vitest'
import { calendarFile } from './calendar-file.ts'

afterEach(() => {
  vi.useRealTimers()
})

const booking = {
  id: '7d3c1f6e-0000-4000-8000-000000000001',
  title: 'Tonraum Kreuzberg',
  startsAt: new Date('2026-11-25T11:00:00Z'),
  endsAt: new Date('2026-11-25T12:00:00Z'),
  location: 'Oranienstraße 25, Berlin, Germany',
  description: 'Booked on Hourspace',
  url: 'https://hourspace.test/bookings/7d3c1f6e-0000-4000-8000-000000000001',
  sequence: 2,
  isCancelled: false,
}

/** Unfolds the lines of an iCalendar file. https://www.rfc-editor.org/rfc/rfc5545#section-3.1 */
const linesOf = (file: string) => file.replaceAll(/\r\n[ \t]/g, '').split('\r\n')

test('a calendar file has UTC times, an escaped location and a UID made of the booking id', () => {
  const lines = linesOf(calendarFile(booking))
  expect(lines).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      'UID:booking-7d3c1f6e-0000-4000-8000-000000000001@hourspace.demo',
      'DTSTART:20261125T110000Z',
      'DTEND:20261125T120000Z',
      'SUMMARY:Tonraum Kreuzberg',
      String.raw`LOCATION:Oranienstraße 25\, Berlin\, Germany`,
      'SEQUENCE:2',
      'STATUS:CONFIRMED',
    ]),
  )
})

test('a calendar file created later has a later DTSTAMP, so that calendar apps replace an outdated address', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z') })
  expect(linesOf(calendarFile(booking))).toContain('DTSTAMP:20261120T080000Z')
  vi.setSystemTime(new Date('2026-11-22T08:00:00Z'))
  expect(linesOf(calendarFile(booking))).toContain('DTSTAMP:20261122T080000Z')
})

test('the calendar file of a cancelled booking cancels the entry with the same UID', () => {
  const cancelled = calendarFile({ ...booking, sequence: 3, isCancelled: true })
  const uidOf = (file: string) => linesOf(file).find((line) => line.startsWith('UID:'))
  expect(uidOf(cancelled)).toBe(uidOf(calendarFile(booking)))
  expect(linesOf(cancelled)).toEqual(
    expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:3']),
  )
})

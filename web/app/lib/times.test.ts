import { expect, test } from 'vitest'
import {
  calendarDay,
  formatHour,
  formatMoment,
  formatSpan,
  formatUtc,
  placeTime,
  sameClock,
  zoneCity,
  zoneName,
  formatDatedSpan,
} from './times.ts'

const span = (start: string, end: string) => ({ startsAt: new Date(start), endsAt: new Date(end) })

test('formatSpan uses the local time of the given time zone', () => {
  const morning = span('2026-11-22T01:00:00Z', '2026-11-22T04:00:00Z')
  expect(formatSpan(morning, 'Asia/Tokyo')).toBe('10:00 AM – 1:00 PM')
  expect(formatSpan(morning, 'Europe/London')).toBe('1:00 AM – 4:00 AM')
})

test('formatSpan adds the weekday of the end if the span ends after midnight', () => {
  const night = span('2026-11-22T21:00:00Z', '2026-11-23T02:00:00Z')
  expect(formatSpan(night, 'UTC')).toBe('9:00 PM – 2:00 AM (Mon)')
})

test('formatUtc adds "UTC" to the formatted time', () => {
  expect(formatUtc('2026-11-22T15:00:00+01:00')).toBe('Nov 22, 2026, 2:00 PM UTC')
})

test('formatMoment, formatHour and calendarDay return en-US formats', () => {
  expect(formatMoment(new Date('2026-11-22T15:00:00Z'), 'UTC')).toBe('Sun, Nov 22, 3:00\u00a0PM')
  expect([9, 12, 21].map(formatHour)).toEqual(['9:00 AM', '12:00 PM', '9:00 PM'])
  expect(calendarDay('2026-11-22')).toEqual({
    weekday: 'Sun',
    day: '22',
    name: 'Sunday, November 22',
  })
})

test('zoneCity returns the city of a time zone, or the name of a time zone without a city', () => {
  expect(zoneCity('America/New_York')).toBe('New York')
  expect(zoneCity('UTC')).toBe('UTC')
})

test('placeTime and zoneName keep their words on one line, and zoneName contains no city', () => {
  expect(placeTime('New York')).toBe('New\u00a0York\u00a0time')
  expect(zoneName(new Date('2026-11-22T15:00:00Z'), 'America/Chicago')).toBe('Central\u00a0Time')
  expect(zoneName(new Date('2026-11-22T15:00:00Z'), 'UTC')).toBe('UTC')
})

test('sameClock returns true if two time zones have the same local time at an instant', () => {
  const winter = new Date('2026-12-01T12:00:00Z')
  expect(sameClock('Europe/London', 'UTC', winter)).toBe(true)
  expect(sameClock('Asia/Tokyo', 'Europe/Paris', winter)).toBe(false)
})

test('formatDatedSpan uses the calendar day of the given time zone', () => {
  const span = {
    startsAt: new Date('2026-11-23T00:00:00Z'),
    endsAt: new Date('2026-11-23T02:00:00Z'),
  }
  expect(formatDatedSpan(span, 'Asia/Tokyo')).toBe('Mon, Nov 23, 9:00 AM – 11:00 AM')
  expect(formatDatedSpan(span, 'America/New_York')).toBe('Sun, Nov 22, 7:00 PM – 9:00 PM')
})

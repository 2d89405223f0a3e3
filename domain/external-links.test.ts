import { expect, test } from 'vitest'
import { googleCalendarUrl, outlookCalendarUrl } from './external-links.ts'

const entry = {
  title: 'Tonraum Kreuzberg',
  startsAt: new Date('2026-11-25T11:00:00Z'),
  endsAt: new Date('2026-11-25T12:00:00Z'),
  location: 'Oranienstraße 25, Berlin, Germany',
  description: 'Booked on Hourspace',
}

test("links to Google Calendar and Outlook contain the booking's title, UTC times and address", () => {
  const google = new URL(googleCalendarUrl(entry)).searchParams
  expect(google.get('text')).toBe('Tonraum Kreuzberg')
  expect(google.get('dates')).toBe('20261125T110000Z/20261125T120000Z')
  expect(google.get('location')).toBe(entry.location)
  const outlook = new URL(outlookCalendarUrl(entry)).searchParams
  expect(outlook.get('startdt')).toBe('2026-11-25T11:00:00.000Z')
  expect(outlook.get('enddt')).toBe('2026-11-25T12:00:00.000Z')
  expect(outlook.get('subject')).toBe('Tonraum Kreuzberg')
  expect(outlook.get('location')).toBe(entry.location)
})

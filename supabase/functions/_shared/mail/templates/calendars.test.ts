import { expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { calendarConflict, calendarFailing } from './calendars.ts'

const url = 'http://localhost:3000'
const site = { name: company.name, url, authUrl: `${url}/auth/v1` }
const calendar = {
  space_id: 'loft',
  space_title: 'Loft',
  time_zone: 'Asia/Tokyo',
  calendar_name: 'Google',
}

test("the calendar conflict email shows event and booking in the space's time zone, and links to the booking and to the list of conflicts", () => {
  const mail = calendarConflict(
    {
      ...calendar,
      summary: 'Dentist',
      event_starts_at: '2026-11-26T00:30:00Z',
      event_ends_at: '2026-11-26T02:00:00Z',
      booking_id: 'b1',
      starts_at: '2026-11-26T01:00:00Z',
      ends_at: '2026-11-26T03:00:00Z',
    },
    site,
  )
  expect(mail.subject).toBe(
    'Double booking? Loft, Thursday, November 26, 2026, 10:00 AM – 12:00 PM',
  )
  const text = JSON.stringify(mail.blocks)
  expect(text).toContain('Dentist\\nThursday, November 26, 2026, 9:30 AM – 11:00 AM')
  expect(text).toContain(`${url}/bookings/b1`)
  expect(text).toContain(`${url}/hosting/listings/loft/calendars`)
})

test('the email about an unreadable calendar says since when it could not be read', () => {
  const mail = calendarFailing({ ...calendar, checked_at: '2026-11-26T01:00:00Z' }, site)
  expect(JSON.stringify(mail.blocks)).toContain(
    'We haven’t been able to read “Google” for Loft since Thursday, November 26, 2026 at 10:00 AM (',
  )
})

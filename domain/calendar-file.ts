import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import { calendarUid } from './calendar-uids.ts'
import { company } from './company.ts'

/**
 * A booking with its extensions, for a calendar file. Calendar apps replace an existing entry with
 * the same id and a lower sequence. The SQL function `booking_calendar_entry` returns `id`,
 * `sequence`, the times and whether the booking is cancelled.
 */
type CalendarBooking = {
  id: string
  sequence: number
  title: string
  startsAt: Date
  endsAt: Date
  location: string
  description?: string
  url: string
  isCancelled: boolean
}

/**
 * Returns an iCalendar file (RFC 5545) with one booking, in UTC. The file of a cancelled booking
 * removes the entry (RFC 5546, section 3.2.5).
 */
export function calendarFile(booking: CalendarBooking): string {
  const { id, sequence, isCancelled, title, startsAt, endsAt, location, description, url } = booking
  const calendar = ical({
    prodId: { company: company.name, product: 'Bookings', language: 'EN' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: calendarUid('booking', id),
    start: startsAt,
    end: endsAt,
    // Uses the current time. If two files have the same sequence, calendar apps use the file with
    // the later stamp. A changed address, for example, does not raise the sequence.
    // https://www.rfc-editor.org/rfc/rfc5546#section-2.1.5
    stamp: new Date(),
    sequence,
    summary: title,
    location,
    description: description ?? null,
    url,
    organizer: { name: company.name, email: company.email },
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    busystatus: isCancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
  })
  return calendar.toString()
}

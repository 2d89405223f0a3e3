import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import { calendarUid } from './calendar-uids.ts'
import { company } from './company.ts'

/** A booking for a calendar file. Calendar apps replace an existing entry that has the same id. */
type CalendarBooking = {
  id: string
  title: string
  startsAt: Date
  endsAt: Date
  location: string
  description?: string
  url: string
  isCancelled: boolean
}

/** Returns an iCalendar file (RFC 5545) with one booking, in UTC. */
export function calendarFile(booking: CalendarBooking): string {
  const { id, isCancelled, title, startsAt, endsAt, location, description, url } = booking
  const calendar = ical({
    prodId: { company: company.name, product: 'Bookings', language: 'EN' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: calendarUid('booking', id),
    start: startsAt,
    end: endsAt,
    // The later of two files counts, so that a file of the changed booking moves the entry.
    // https://www.rfc-editor.org/rfc/rfc5545#section-3.8.7.2
    stamp: new Date(),
    sequence: isCancelled ? 1 : 0,
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

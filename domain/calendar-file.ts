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
  bookedAt: Date
  cancelledAt: Date | null
}

/** Returns an iCalendar file (RFC 5545) with one booking, in UTC. */
export function calendarFile(booking: CalendarBooking): string {
  const { id, cancelledAt, title, startsAt, endsAt, location, description, url } = booking
  const calendar = ical({
    prodId: { company: company.name, product: 'Bookings', language: 'EN' },
    method: cancelledAt ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: calendarUid('booking', id),
    start: startsAt,
    end: endsAt,
    stamp: cancelledAt ?? booking.bookedAt,
    sequence: cancelledAt ? 1 : 0,
    summary: title,
    location,
    description: description ?? null,
    url,
    organizer: { name: company.name, email: company.email },
    status: cancelledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    busystatus: cancelledAt ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
  })
  return calendar.toString()
}

import { calendarUid } from '@hourspace/domain/calendar-uids.ts'
import { company } from '@hourspace/domain/company.ts'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import type { CalendarEntry } from './calendar-links.ts'

/**
 * A booking for a calendar file. Calendar programs replace an existing entry that has the same id.
 */
export type CalendarBooking = CalendarEntry & {
  id: string
  url: string
  bookedAt: Date
  cancelledAt: Date | null
}

/** Returns an iCalendar file (RFC 5545) with one event. Times are in UTC. */
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
    description,
    url,
    organizer: { name: company.name, email: company.email },
    status: cancelledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    busystatus: cancelledAt ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
  })
  return calendar.toString()
}

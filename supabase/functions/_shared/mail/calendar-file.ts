import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { calendarUid } from '@hourspace/domain/calendar-uids.ts'
import { company } from '@hourspace/domain/company.ts'

type Entry = {
  /** Id of the booking. A calendar app replaces an entry that has the same id. */
  id: string
  title: string
  startsAt: Date
  endsAt: Date
  bookedAt: Date
  location: string
  url: string
}

/** Returns an iCalendar file (RFC 5545) with one booking, in UTC. */
export function calendarFile({ id, title, startsAt, endsAt, bookedAt, location, url }: Entry) {
  const calendar = ical({
    prodId: { company: company.name, product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: calendarUid('booking', id),
    start: startsAt,
    end: endsAt,
    stamp: bookedAt,
    summary: title,
    location,
    url,
    organizer: { name: company.name, email: company.email },
    status: ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}

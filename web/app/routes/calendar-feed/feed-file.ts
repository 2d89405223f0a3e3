import { calendarUid } from '@hourspace/domain/calendar-uids.ts'
import { company } from '@hourspace/domain/company.ts'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'

type Kind = 'booking' | 'request' | 'buffer' | 'block'

/** The result of the SQL function `calendar_feed`. Times are in ISO 8601. */
export type CalendarFeed = {
  title: string
  entries: { id: string; kind: Kind; starts_at: string; ends_at: string; since: string }[]
}

const summaries: Record<Kind, string> = {
  booking: `Booked on ${company.name}`,
  request: `Requested on ${company.name}`,
  buffer: 'Time between bookings',
  block: `Blocked on ${company.name}`,
}

/**
 * Returns the calendar export of a space as an iCalendar file. The file stays identical until an
 * entry changes. When a request is accepted, its UID stays the same, so that calendar programs
 * update the entry.
 */
export function feedFile({ title, entries }: CalendarFeed): string {
  const calendar = ical({
    name: `${title} on ${company.name}`,
    prodId: { company: company.name, product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // Suggests a polling interval in seconds to calendar programs.
    ttl: 15 * 60,
  })
  for (const { id, kind, starts_at, ends_at, since } of entries) {
    const isTentative = kind === 'request'
    calendar.createEvent({
      id: calendarUid(isTentative ? 'booking' : kind, id),
      start: new Date(starts_at),
      end: new Date(ends_at),
      stamp: new Date(since),
      summary: summaries[kind],
      status: isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      busystatus: ICalEventBusyStatus.BUSY,
    })
  }
  return calendar.toString()
}

import { z } from 'zod'
import { template, type Site } from '#functions/_shared/mail/content.ts'
import { dayOf, momentOf, spanOf, zoneOf } from '#functions/_shared/mail/dates.ts'
import { instant } from '#functions/_shared/validate.ts'
import { reasonForHost } from './bookings.ts'

const calendarSchema = z.object({
  space_id: z.string(),
  space_title: z.string(),
  time_zone: z.string(),
  calendar_name: z.string(),
})

const syncUrl = ({ space_id }: { space_id: string }, site: Site) =>
  `${site.url}/hosting/listings/${space_id}/calendars`

const conflictSchema = calendarSchema.extend({
  summary: z.string(),
  event_starts_at: instant,
  event_ends_at: instant,
  booking_id: z.string(),
  starts_at: instant,
  ends_at: instant,
})

/** Sent to a host if an event of an imported calendar overlaps a booking. */
export const calendarConflict = template(conflictSchema, (conflict, site) => {
  const { space_title, time_zone, calendar_name, summary } = conflict
  const during = (startsAt: Date, endsAt: Date) =>
    `${dayOf(startsAt, time_zone)}, ${spanOf(startsAt, endsAt, time_zone)}`
  return {
    subject: `Double booking? ${space_title}, ${during(conflict.starts_at, conflict.ends_at)}`,
    title: 'An imported event overlaps a booking',
    preview: `The calendar “${calendar_name}” has an event at the time of a booking of ${space_title}.`,
    blocks: [
      {
        text: `The calendar “${calendar_name}” has an event at the time of a booking on ${site.name}. The booking keeps its time. Please move the event, or cancel the booking if the space is really taken.`,
      },
      {
        facts: [
          ['Space', space_title],
          ['Booking', during(conflict.starts_at, conflict.ends_at)],
          [
            `Event in “${calendar_name}”`,
            [summary, during(conflict.event_starts_at, conflict.event_ends_at)]
              .filter(Boolean)
              .join('\n'),
          ],
          ['Time zone', zoneOf(conflict.starts_at, time_zone)],
        ],
      },
      { button: 'View booking', url: `${site.url}/bookings/${conflict.booking_id}` },
      { note: 'All conflicts of this space:', url: syncUrl(conflict, site) },
    ],
    reason: reasonForHost(site),
  }
})

const failingSchema = calendarSchema.extend({
  checked_at: instant,
})

/** Sent to a host if an imported calendar could not be read four times in a row. */
export const calendarFailing = template(failingSchema, (calendar, site) => {
  const { space_title, calendar_name, checked_at, time_zone } = calendar
  return {
    subject: `Calendar “${calendar_name}” can’t be read: ${space_title}`,
    title: 'We can’t read your imported calendar',
    preview: `Events added after ${momentOf(checked_at, time_zone)} don’t block ${space_title}.`,
    blocks: [
      {
        text: `We haven’t been able to read “${calendar_name}” for ${space_title} since ${momentOf(checked_at, time_zone)} (${zoneOf(checked_at, time_zone)}). Events added after that don’t block the space, so it may be booked twice. We keep trying.`,
      },
      { button: 'Check the calendar', url: syncUrl(calendar, site) },
    ],
    reason: reasonForHost(site),
  }
})

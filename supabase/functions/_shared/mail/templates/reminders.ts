import { z } from 'zod'
import { bookedExtraText } from '@hourspace/domain/extras.ts'
import { template, type Site } from '#functions/_shared/mail/content.ts'
import { dayOf, shortDayOf, spanOf, zoneOf } from '#functions/_shared/mail/dates.ts'
import { instant } from '#functions/_shared/validate.ts'
import {
  arrivalBlocks,
  arrivalFacts,
  arrivalSchema,
  calendarAttachments,
  placeOf,
} from './arrival.ts'
import { bookingUrl, extraSchema, peopleOf, subjectOf } from './booking-data.ts'
import { reasonForGuest, reasonForHost } from './bookings.ts'

function remind(
  booking: z.output<typeof arrivalSchema>,
  site: Site,
  title: string,
  subject: string,
) {
  return {
    subject: `${subject}: ${subjectOf(booking)}`,
    title,
    preview: `${spanOf(booking.starts_at, booking.ends_at, booking.time_zone)}, ${placeOf(booking)}`,
    blocks: [
      { text: `${booking.host_name ?? 'Your host'} is expecting you.` },
      { facts: arrivalFacts(booking) },
      ...arrivalBlocks(booking, site),
      { button: 'View booking', url: bookingUrl(booking, site) },
      { note: 'Can’t come? Open the booking to see your refund and cancel.' },
    ],
    reason: reasonForGuest(site),
    attachments: calendarAttachments(booking, site),
  }
}

export const reminderDay = template(arrivalSchema, (booking, site) =>
  remind(booking, site, 'Your booking is coming up', 'Reminder'),
)

export const reminderHours = template(arrivalSchema, (booking, site) =>
  remind(booking, site, 'Your booking starts in two hours', 'Starting soon'),
)

/** A host's bookings of one day in all spaces that share a time zone. */
const agendaSchema = z.object({
  time_zone: z.string(),
  bookings: z
    .array(
      z.object({
        booking_id: z.string(),
        space_title: z.string(),
        starts_at: instant,
        ends_at: instant,
        guest_name: z.string().nullable(),
        guest_count: z.number().int(),
        extras: z.array(extraSchema),
      }),
    )
    .min(1),
})

export const agendaDay = template(agendaSchema, ({ bookings, time_zone }, site) => {
  const first = bookings[0]!
  const count = bookings.length === 1 ? '1 booking' : `${bookings.length} bookings`
  const day = shortDayOf(first.starts_at, time_zone)
  return {
    subject: `Today, ${day}: ${count}`,
    title: `${count} today`,
    preview: `First: ${first.space_title}, ${spanOf(first.starts_at, first.ends_at, time_zone)}`,
    blocks: [
      {
        text: `${dayOf(first.starts_at, time_zone)}. All times are in ${zoneOf(first.starts_at, time_zone)}.`,
      },
      {
        facts: bookings.map(
          ({ starts_at, ends_at, space_title, guest_name, guest_count, extras }) => {
            return [
              spanOf(starts_at, ends_at, time_zone),
              [
                space_title,
                `${guest_name ?? 'A guest'}, ${peopleOf(guest_count)}`,
                extras.map(bookedExtraText).join(', '),
              ]
                .filter(Boolean)
                .join('\n'),
            ] as const
          },
        ),
      },
      { button: 'Open Today', url: `${site.url}/hosting` },
    ],
    reason: reasonForHost(site),
  }
})

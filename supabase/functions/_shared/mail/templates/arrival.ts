import { z } from 'zod'
import { calendarFile } from '@hourspace/domain/calendar-file.ts'
import { company } from '@hourspace/domain/company.ts'
import { directionsUrl, googleCalendarUrl } from '@hourspace/domain/external-links.ts'
import type { Attachment, Block, Site } from '#functions/_shared/mail/content.ts'
import { bookingSchema, bookingUrl, locationOf, peopleOf, slotFacts } from './booking-data.ts'

/**
 * A booking with what its guest needs on the day, which the SQL function `arrival_mail_data` adds.
 * `arrival_notes` are null until 24 hours before the start.
 */
export const arrivalSchema = bookingSchema.extend({
  street_address: z.string().nullish(),
  arrival_notes: z.string().nullish(),
  has_arrival_notes: z.boolean().optional(),
})

type Arrival = z.output<typeof arrivalSchema>

/** Returns the address of a booked space in one line, or its city if the host gave no street. */
export function placeOf(booking: Arrival): string {
  return [booking.street_address, locationOf(booking)].filter(Boolean).join(', ')
}

export function arrivalFacts(booking: Arrival): [string, string][] {
  const { space_title, street_address: street, host_name: host } = booking
  return [
    ['Space', space_title],
    street ? ['Address', `${street}\n${locationOf(booking)}`] : ['Location', locationOf(booking)],
    ...slotFacts(booking),
    ...(host ? [['Host', host] as [string, string]] : []),
    ['People', String(booking.guest_count)],
  ]
}

/** Returns the links and notes that bring the guest to the space on time. */
export function arrivalBlocks(booking: Arrival, site: Site): Block[] {
  const { street_address: street, arrival_notes: notes, has_arrival_notes, host_name } = booking
  const blocks: Block[] = [
    {
      links: [
        ...(street ? [['Get directions', directionsUrl(placeOf(booking))] as const] : []),
        ['Add to Google Calendar', googleCalendarUrl(calendarEntry(booking, site))],
      ],
    },
    { note: 'For other calendars, open the attached file booking.ics.' },
  ]
  // Confirmations queued by the SQL of 0.2.0 contain no street address, also if there is one.
  if (!street && street !== undefined)
    blocks.push({
      note: 'The host hasn’t given a street address yet. Ask us, and we’ll get it for you before your booking starts:',
      url: `${site.url}/contact?subject=support&booking=${booking.booking_id}`,
    })
  if (notes) blocks.push({ text: 'How to get in:' }, { quote: notes })
  else if (has_arrival_notes)
    blocks.push({
      text: `${host_name ?? 'The host'} has written arrival notes. You get them 24 hours before the start, by email and on your booking page.`,
    })
  return blocks
}

/** Returns a calendar file of the booking. It needs no sign-in, unlike the file of its page. */
export function calendarAttachment(booking: Arrival, site: Site): Attachment {
  return {
    filename: 'booking.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    text: calendarFile({
      ...calendarEntry(booking, site),
      id: booking.booking_id,
      isCancelled: false,
      url: bookingUrl(booking, site),
    }),
  }
}

function calendarEntry(booking: Arrival, site: Site) {
  return {
    title: booking.space_title,
    startsAt: booking.starts_at,
    endsAt: booking.ends_at,
    location: placeOf(booking),
    description: `${peopleOf(booking.guest_count)}, booked on ${company.name}.\n${bookingUrl(booking, site)}`,
  }
}

import { z } from 'zod'
import { calendarFile } from '@hourspace/domain/calendar-file.ts'
import { company } from '@hourspace/domain/company.ts'
import { directionsUrl, googleCalendarUrl } from '@hourspace/domain/external-links.ts'
import type { Attachment, Block, Site } from '#functions/_shared/mail/content.ts'
import { bookingSchema, bookingUrl, locationOf, peopleOf, slotFacts } from './booking-data.ts'

/**
 * A booking with its address and arrival notes, which the SQL function `arrival_mail_data` adds.
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
  const { street_address: street, arrival_notes: notes, has_arrival_notes } = booking
  const { calendar, host_name } = booking
  // An email that is sent late or again can be about a booking that has been cancelled since.
  if (calendar?.is_cancelled) return calendarNote(booking)
  const blocks: Block[] = [
    {
      links: [
        ...(street ? [['Get directions', directionsUrl(placeOf(booking))] as const] : []),
        ['Add to Google Calendar', googleCalendarUrl(calendarEntry(booking, site))],
      ],
    },
    ...calendarNote(booking, 'For other calendars, open'),
  ]
  // Confirmations queued by version 0.2.0 contain no street address, even if there is one.
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

/**
 * Returns a calendar file that adds or updates the entry of the booking and its extensions, or
 * removes it if they are cancelled. Unlike the calendar file on the booking page, the attachment
 * needs no sign-in.
 */
export function calendarAttachments(booking: Arrival, site: Site): Attachment[] {
  const { calendar } = booking
  if (!calendar) return []
  return [
    {
      filename: 'booking.ics',
      contentType: `text/calendar; charset=utf-8; method=${calendar.is_cancelled ? 'CANCEL' : 'PUBLISH'}`,
      text: calendarFile({
        ...calendarEntry(booking, site),
        id: calendar.id,
        sequence: calendar.sequence,
        isCancelled: calendar.is_cancelled,
        url: `${site.url}/bookings/${calendar.id}`,
      }),
    },
  ]
}

/** Returns a note about the attached calendar file, such as 'To update your calendar, open …'. */
export function calendarNote({ calendar }: Arrival, start?: string): Block[] {
  if (!calendar) return []
  const purpose =
    start ??
    `To ${calendar.is_cancelled ? 'remove the booking from' : 'update'} your calendar, open`
  return [{ note: `${purpose} the attached file booking.ics.` }]
}

function calendarEntry(booking: Arrival, site: Site) {
  const { starts_at, ends_at, guest_count } = booking.calendar ?? booking
  return {
    title: booking.space_title,
    startsAt: starts_at,
    endsAt: ends_at,
    location: placeOf(booking),
    description: `${peopleOf(guest_count)}, booked on ${company.name}.\n${bookingUrl(booking, site)}`,
  }
}

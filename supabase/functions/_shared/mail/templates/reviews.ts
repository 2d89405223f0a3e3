import { z } from 'zod'
import { template } from '#functions/_shared/mail/content.ts'
import { dayOf, momentOf, zoneOf } from '#functions/_shared/mail/dates.ts'
import { instant } from '#functions/_shared/validate.ts'
import { bookingSchema, bookingUrl, subjectOf, type MailedBooking } from './booking-data.ts'
import { reasonForGuest, reasonForHost } from './bookings.ts'

const recipient = { to: z.enum(['guest', 'host']) }

const invitedSchema = bookingSchema.extend({
  ...recipient,
  closes_at: instant,
})

const publishedSchema = bookingSchema.extend({ ...recipient, rating: z.number().int() })

const nameOfOther = ({ to, guest_name, host_name }: MailedBooking & { to: 'guest' | 'host' }) =>
  to === 'guest' ? (host_name ?? 'your host') : (guest_name ?? 'your guest')

export const reviewInvited = template(invitedSchema, (booking, site) => {
  const other = nameOfOther(booking)
  const day = dayOf(booking.starts_at, booking.time_zone)
  return {
    subject:
      booking.to === 'guest'
        ? `How was ${subjectOf(booking)}?`
        : `How was your guest? ${subjectOf(booking)}`,
    title: booking.to === 'guest' ? `How was ${booking.space_title}?` : `How was ${other}?`,
    preview: `It takes a minute. Reviews close ${momentOf(booking.closes_at, booking.time_zone)}.`,
    blocks: [
      {
        text:
          booking.to === 'guest'
            ? `You were at ${booking.space_title} on ${day}. Tell other guests what it was like.`
            : `${other} was at ${booking.space_title} on ${day}. Tell other hosts what it was like.`,
      },
      {
        text: `Your review is published when both sides have written theirs, or after 14 days. You can write yours until ${momentOf(booking.closes_at, booking.time_zone)}, ${zoneOf(booking.closes_at, booking.time_zone)}.`,
      },
      { button: 'Write a review', url: `${bookingUrl(booking, site)}/review` },
    ],
    reason: (booking.to === 'guest' ? reasonForGuest : reasonForHost)(site),
  }
})

export const reviewPublished = template(publishedSchema, (booking, site) => {
  const other = nameOfOther(booking)
  const stars = booking.rating === 1 ? '1 star' : `${booking.rating} stars`
  return {
    subject: `${stars} from ${other}: ${subjectOf(booking)}`,
    title: `${other} gave ${booking.to === 'guest' ? 'you' : booking.space_title} ${stars}`,
    preview: 'The review is published.',
    blocks: [
      {
        text:
          booking.to === 'guest'
            ? 'Hosts see this review when you book or request their spaces.'
            : 'The review is on your space’s page. You can answer it publicly.',
      },
      { button: 'Read the review', url: `${bookingUrl(booking, site)}/review` },
    ],
    reason: (booking.to === 'guest' ? reasonForGuest : reasonForHost)(site),
  }
})

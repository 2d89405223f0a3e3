import { template } from '#functions/_shared/mail/template.ts'
import { bookingFacts, bookingSchema, money, type MailedBooking } from './booking-data.ts'

/** To the guest: it is cancelled, and what comes back. */
export const bookingCancelled = template(bookingSchema, (booking, site) => ({
  subject: `Booking cancelled: ${booking.space_title}`,
  title: 'Your booking is cancelled',
  preview: refundText(booking),
  blocks: [
    { text: `You have cancelled this booking, and the time is free again. ${refundText(booking)}` },
    {
      facts: [
        ...bookingFacts(booking),
        ...moved(booking, ['Total paid', booking.total_minor], ['Refund', booking.refunded_minor]),
      ],
    },
    { button: 'Explore Spaces', url: `${site.url}/explore` },
  ],
  reason: `You get this because you cancelled a booking on ${site.name}.`,
}))

/** To the host: nobody comes, and what they still receive. */
export const guestCancelled = template(bookingSchema, (booking, site) => ({
  subject: `Booking cancelled by the guest: ${booking.space_title}`,
  title: 'A guest has cancelled',
  preview: `${booking.space_title} is free again at that time.`,
  blocks: [
    { text: `${booking.guest_name ?? 'A guest'} has cancelled. The time can be booked again.` },
    {
      facts: [
        ...bookingFacts(booking),
        ...moved(
          booking,
          ['Refund to the guest', booking.refunded_minor],
          ['Your share', booking.host_share_minor],
        ),
      ],
    },
    ...(booking.host_share_minor > 0
      ? [{ text: 'Your share is still sent 24 hours after the booked time.' }]
      : []),
    { button: 'Open Dashboard', url: `${site.url}/dashboard` },
  ],
  reason: `You get this because you list a space on ${site.name}.`,
}))

function refundText({ total_minor, refunded_minor, currency }: MailedBooking): string {
  if (total_minor === 0) return 'It was free, so there is nothing to give back.'
  return refunded_minor > 0
    ? `${money(refunded_minor, currency)} goes back to your card, which takes 5 to 7 business days.`
    : 'By its cancellation policy nothing is refunded.'
}

/** Amounts of a booking by their names; none where nothing was to pay. */
function moved(
  { total_minor, currency }: MailedBooking,
  ...amounts: [name: string, minor: number][]
): [string, string][] {
  if (total_minor === 0) return []
  return amounts.map(([name, minor]) => [name, money(minor, currency)])
}

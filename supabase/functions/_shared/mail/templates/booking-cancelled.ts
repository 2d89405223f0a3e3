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
        ['Total paid', money(booking.total_minor, booking.currency)],
        ['Refund', money(booking.refunded_minor, booking.currency)],
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
        ['Refund to the guest', money(booking.refunded_minor, booking.currency)],
        ['Your share', money(booking.host_share_minor, booking.currency)],
      ],
    },
    ...(booking.host_share_minor > 0
      ? [{ text: 'Your share is still sent 24 hours after the booked time.' }]
      : []),
    { button: 'Open Dashboard', url: `${site.url}/dashboard` },
  ],
  reason: `You get this because you list a space on ${site.name}.`,
}))

function refundText({ refunded_minor, currency }: MailedBooking): string {
  return refunded_minor > 0
    ? `${money(refunded_minor, currency)} goes back to your card, which takes 5 to 7 business days.`
    : 'By its cancellation policy nothing is refunded.'
}

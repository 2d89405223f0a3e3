import { template } from '#functions/_shared/mail/template.ts'
import { bookingFacts, bookingSchema, money } from './booking-data.ts'

/** To the host: somebody comes, and what it earns. */
export const newBooking = template(bookingSchema, (booking, site) => ({
  subject: `New booking: ${booking.space_title}`,
  title: 'You have a new booking',
  preview: `${booking.guest_name ?? 'A guest'} booked ${booking.space_title}.`,
  blocks: [
    { text: `${booking.guest_name ?? 'A guest'} has booked and paid for your space.` },
    {
      facts: [
        ...bookingFacts(booking),
        ['Rental', money(booking.rental_minor, booking.currency)],
        ['Host commission', `−${money(booking.host_commission_minor, booking.currency)}`],
        ['Your share', money(booking.host_share_minor, booking.currency)],
      ],
    },
    { text: 'Your share is sent to your payout account 24 hours after the booking ends.' },
    { button: 'Open Dashboard', url: `${site.url}/dashboard` },
  ],
  reason: `You get this because you list a space on ${site.name}.`,
}))

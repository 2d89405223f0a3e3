import { template } from '#functions/_shared/mail/template.ts'
import { bookingFacts, bookingSchema, money, type MailedBooking } from './booking-data.ts'

/** To the host: somebody comes, and what it earns. */
export const newBooking = template(bookingSchema, (booking, site) => {
  const guest = booking.guest_name ?? 'A guest'
  const isFree = booking.total_minor === 0
  return {
    subject: `New booking: ${booking.space_title}`,
    title: 'You have a new booking',
    preview: `${guest} booked ${booking.space_title}.`,
    blocks: [
      {
        text: isFree
          ? `${guest} has booked your space.`
          : `${guest} has booked and paid for your space.`,
      },
      {
        facts: [
          ...bookingFacts(booking),
          ...(isFree ? [['Rental', 'Free'] as const] : earned(booking)),
        ],
      },
      ...(isFree
        ? []
        : [{ text: 'Your share is sent to your payout account 24 hours after the booking ends.' }]),
      { button: 'Open Dashboard', url: `${site.url}/dashboard` },
    ],
    reason: `You get this because you list a space on ${site.name}.`,
  }
})

function earned(booking: MailedBooking): [string, string][] {
  const { rental_minor, host_commission_minor, host_share_minor, currency } = booking
  return [
    ['Rental', money(rental_minor, currency)],
    ['Host commission', `−${money(host_commission_minor, currency)}`],
    ['Your share', money(host_share_minor, currency)],
  ]
}

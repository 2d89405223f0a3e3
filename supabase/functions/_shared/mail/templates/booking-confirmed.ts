import { cancellationPolicies, quoteRefund } from '@hourspace/domain/cancellation.ts'
import { template } from '#functions/_shared/mail/template.ts'
import { momentOf, zoneOf } from '#functions/_shared/mail/when.ts'
import { bookingFacts, bookingSchema, money, type MailedBooking } from './booking-data.ts'

/** To the guest: it is booked, and paid where there was something to pay. */
export const bookingConfirmed = template(bookingSchema, (booking, site) => {
  const host = booking.host_name ?? 'Your host'
  const isFree = booking.total_minor === 0
  return {
    subject: `Booking confirmed: ${booking.space_title}`,
    title: 'Your booking is confirmed',
    preview: isFree
      ? `${booking.space_title} is yours.`
      : `${booking.space_title} is yours, and paid.`,
    blocks: [
      {
        text: `${isFree ? 'The time is yours.' : 'It is paid, and the time is yours.'} ${host} knows that you are coming.`,
      },
      {
        facts: [
          ...bookingFacts(booking),
          ...(isFree ? [['Rental', 'Free'] as const] : paid(booking)),
        ],
      },
      { button: 'View My Bookings', url: `${site.url}/my-bookings` },
      {
        note: 'Have another look at the space:',
        url: `${site.url}/space/${booking.space_path}`,
      },
    ],
    reason: `You get this because you booked a space on ${site.name}.`,
  }
})

function paid(booking: MailedBooking): [string, string][] {
  return [
    ['Rental', money(booking.rental_minor, booking.currency)],
    ['Platform fee', money(booking.platform_fee_minor, booking.currency)],
    ['Total paid', money(booking.total_minor, booking.currency)],
    ['Cancelling', cancelling(booking)],
  ]
}

/** What cancelling gives back from now on. Who books late may have no time for it any more. */
function cancelling({ cancellation_policy, starts_at, time_zone, ...booking }: MailedBooking) {
  const { summary } = cancellationPolicies[cancellation_policy]
  const { deadline, percentage } = quoteRefund(
    {
      policy: cancellation_policy,
      startsAt: starts_at,
      totalMinor: booking.total_minor,
      hostShareMinor: booking.host_share_minor,
    },
    new Date(),
  )
  const moment = `${momentOf(deadline, time_zone)}, ${zoneOf(deadline, time_zone)}`
  return percentage > 0
    ? `${summary}: ${moment}`
    : `Nothing is refunded any more: that was possible until ${moment}`
}

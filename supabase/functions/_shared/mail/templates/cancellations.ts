import { z } from 'zod'
import { cancelReasonText } from '@hourspace/domain/problems.ts'
import { formatMinor } from '@hourspace/domain/money.ts'
import { template } from '#functions/_shared/mail/content.ts'
import { arrivalSchema, calendarAttachments, calendarNote } from './arrival.ts'
import {
  bookingFacts,
  bookingUrl,
  cancellationRefund,
  factsIfPaid,
  freeThenUrl,
  refundFacts,
  refundTimeText,
  returnedByBank,
  subjectOf,
} from './booking-data.ts'
import { reasonForGuest, reasonForHost } from './bookings.ts'

const cancelledSchema = arrivalSchema.extend({
  cancelled_by: z.enum(['host', 'admin']),
  reason: z.string().nullable(),
  note: z.string(),
  /**
   * The host's debt, which is deducted from later payouts. Missing if the booking has no payout.
   */
  owed_minor: z.number().int().default(0),
})

type Cancelled = z.output<typeof cancelledSchema>

export const cancelledForGuest = template(cancelledSchema, (booking, site) => {
  const isByHost = booking.cancelled_by === 'host'
  const host = booking.host_name ?? 'your host'
  return {
    subject: `Cancelled by ${isByHost ? 'the host' : site.name}: ${subjectOf(booking)}`,
    title: isByHost ? 'Your host cancelled your booking' : `${site.name} cancelled your booking`,
    preview: refundText(booking),
    blocks: [
      {
        text: `${isByHost ? `We’re sorry: ${host} had to cancel this booking.` : 'We cancelled this booking.'} ${refundText(booking)}`,
      },
      ...(booking.note ? [{ quote: booking.note }] : []),
      {
        facts: [
          ...reasonFacts(booking, 'guest'),
          ...bookingFacts(booking),
          ...paymentFacts(booking, 'Refund'),
        ],
      },
      { button: 'Find another space', url: freeThenUrl(booking, site) },
      { note: 'View the booking:', url: bookingUrl(booking, site) },
      ...calendarNote(booking),
    ],
    reason: reasonForGuest(site),
    attachments: calendarAttachments(booking, site),
  }
})

export const cancelledForHost = template(cancelledSchema, (booking, site) => {
  const { host_share_minor: share, owed_minor: owed, currency } = booking
  const isByHost = booking.cancelled_by === 'host'
  const isFree = booking.total_minor === 0
  let shareText = 'You won’t be paid for this booking.'
  if (isFree) shareText = 'It was free, so nothing is refunded.'
  else if (share > 0) shareText = `Your share of this booking is ${formatMinor(share, currency)}.`
  const guest = booking.guest_name ?? 'Your guest'
  const returned = returnedByBank(booking)
  const refund = cancellationRefund(booking)
  let guestText = `${guest} gets everything back, including the platform fee.`
  if (refund === 0 && returned)
    guestText = `${guest} has already got ${returned} back from the bank.`
  else if (refund < booking.total_minor)
    guestText = `${guest} gets the remaining ${formatMinor(refund, currency)} back.`
  return {
    subject: `${isByHost ? 'You cancelled' : `Cancelled by ${site.name}`}: ${subjectOf(booking)}`,
    title: isByHost ? 'You cancelled a booking' : `${site.name} cancelled a booking of your space`,
    preview: shareText,
    blocks: [
      {
        text: isByHost
          ? `${isFree ? '' : `${guestText} `}${shareText} Cancellations by hosts are counted, and our team sees the number.`
          : shareText,
      },
      ...(booking.note ? [{ quote: booking.note }] : []),
      {
        facts: [
          ...reasonFacts(booking, 'host'),
          ...bookingFacts(booking),
          ...paymentFacts(booking, 'Refund to the guest'),
          ...(owed > 0
            ? [['To be deducted from your next payouts', formatMinor(owed, currency)] as const]
            : []),
        ],
      },
      { button: 'View booking', url: bookingUrl(booking, site) },
    ],
    reason: reasonForHost(site),
  }
})

function refundText(booking: Cancelled): string {
  const { total_minor, currency } = booking
  if (total_minor === 0) return 'It was free, so nothing was charged.'
  const returned = returnedByBank(booking)
  const refund = cancellationRefund(booking)
  const amount = formatMinor(refund, currency)
  const sentences = [
    refund > 0 &&
      `${refund === total_minor ? `The full amount of ${amount}` : amount} goes back to the card. ${refundTimeText(booking)}`,
    returned && `Your bank has already returned ${returned} to you.`,
  ].filter(Boolean)
  return sentences.join(' ') || 'This booking is not refunded.'
}

function paymentFacts(booking: Cancelled, label: string): [string, string][] {
  const { total_minor, currency } = booking
  return factsIfPaid(
    booking,
    ['Total paid', formatMinor(total_minor, currency)],
    ...refundFacts(booking, label),
  )
}

function reasonFacts({ reason }: Cancelled, reader: 'guest' | 'host'): [string, string][] {
  const text = cancelReasonText(reason, reader)
  return text ? [['Reason', text]] : []
}

import { z } from 'zod'
import { cancellationPolicies, graceMinutes, refundTerms } from '@hourspace/domain/cancellation.ts'
import { formatMinor } from '@hourspace/domain/money.ts'
import { template, type Site } from '#functions/_shared/mail/content.ts'
import { momentOf, zoneOf } from '#functions/_shared/mail/dates.ts'
import {
  arrivalBlocks,
  arrivalFacts,
  arrivalSchema,
  calendarAttachments,
  calendarNote,
} from './arrival.ts'
import {
  bookingFacts,
  bookingSchema,
  bookingUrl,
  cancellationRefund,
  factsIfPaid,
  refundFacts,
  refundTimeText,
  rentalFacts,
  returnedByBank,
  slotFacts,
  slotSchema,
  subjectOf,
  type MailedBooking,
} from './booking-data.ts'

export const reasonForGuest = (site: Site) =>
  `You’re receiving this email because you booked a space on ${site.name}.`
export const reasonForHost = (site: Site) =>
  `You’re receiving this email because you list a space on ${site.name}.`

const slotGoneSchema = slotSchema.extend({
  /** Missing in emails queued by version 0.2.0. */
  is_over: z.boolean().default(false),
})

export const bookingConfirmed = template(arrivalSchema, (booking, site) => {
  const host = booking.host_name ?? 'Your host'
  const isFree = booking.total_minor === 0
  return {
    subject: `Booked: ${subjectOf(booking)}`,
    title: 'Your booking is confirmed',
    preview: isFree
      ? `${booking.space_title} is booked for you.`
      : `${booking.space_title} is booked and paid.`,
    blocks: [
      {
        text: `${isFree ? 'The space is booked for you.' : 'Your payment went through and the space is booked for you.'} ${host} is expecting you.`,
      },
      { facts: arrivalFacts(booking) },
      ...arrivalBlocks(booking, site),
      { button: 'View booking', url: bookingUrl(booking, site) },
      { facts: isFree ? rentalFacts(booking) : priceFacts(booking) },
      { note: 'All your bookings:', url: `${site.url}/my-bookings` },
      { note: 'View the space:', url: `${site.url}/space/${booking.space_path}` },
    ],
    reason: reasonForGuest(site),
    attachments: calendarAttachments(booking, site),
  }
})

/**
 * Sent to guest and host after a guest has extended a running booking. The data describes the
 * extension.
 */
export const bookingExtended = template(
  arrivalSchema.extend({ to: z.enum(['guest', 'host']) }),
  (booking, site) => {
    const isGuest = booking.to === 'guest'
    const guest = booking.guest_name ?? 'Your guest'
    const paid = booking.total_minor === 0 ? [] : isGuest ? priceFacts(booking) : []
    const share: [string, string][] =
      !isGuest && booking.total_minor > 0
        ? [['Your share', formatMinor(booking.host_share_minor, booking.currency)]]
        : []
    return {
      subject: `Extended: ${subjectOf(booking)}`,
      title: isGuest ? 'Your booking is extended' : `${guest} extended the booking`,
      preview: isGuest ? 'You can stay longer.' : `${guest} is staying longer.`,
      blocks: [
        {
          text: isGuest
            ? 'You booked the time right after your booking. It is a separate booking that continues the first without a break.'
            : `${guest} booked the time right after the current booking. There is no break between the two.`,
        },
        { facts: [...bookingFacts(booking), ...paid, ...share] },
        { button: 'View booking', url: bookingUrl(booking, site) },
        ...(isGuest ? calendarNote(booking) : []),
      ],
      reason: (isGuest ? reasonForGuest : reasonForHost)(site),
      ...(isGuest && { attachments: calendarAttachments(booking, site) }),
    }
  },
)

function priceFacts(booking: MailedBooking): [string, string][] {
  return [
    ...rentalFacts(booking),
    ['Platform fee', formatMinor(booking.platform_fee_minor, booking.currency)],
    ['Total paid', formatMinor(booking.total_minor, booking.currency)],
    ['Cancellation', cancellationTerms(booking)],
  ]
}

/**
 * Returns the cancellation terms of a booking. During the grace period, omits a refund deadline
 * that has already passed.
 */
function cancellationTerms({
  cancellation_policy,
  starts_at,
  booked_at,
  time_zone,
}: MailedBooking): string {
  const terms = refundTerms({
    policy: cancellation_policy,
    startsAt: starts_at,
    bookedAt: booked_at,
  })
  const moment = (at: Date) => `${momentOf(at, time_zone)}, ${zoneOf(at, time_zone)}`
  const now = new Date()
  const policy =
    now <= terms.deadline
      ? `${cancellationPolicies[cancellation_policy].summary}: ${moment(terms.deadline)}`
      : booked_at && new Date(booked_at) > terms.deadline
        ? `${cancellationPolicies[cancellation_policy].summary}. You booked later, so this booking can’t be refunded`
        : `This booking can no longer be refunded. The deadline was ${moment(terms.deadline)}`
  if (!terms.graceEnd || now > terms.graceEnd) return policy
  const grace = `Free for ${graceMinutes} minutes after booking: until ${moment(terms.graceEnd)}`
  return now <= terms.deadline ? `${grace}\n${policy}` : `${grace}. After that there is no refund`
}

export const newBooking = template(arrivalSchema, (booking, site) => {
  const guest = booking.guest_name ?? 'A guest'
  const isFree = booking.total_minor === 0
  return {
    subject: `New booking: ${subjectOf(booking)}`,
    title: 'You have a new booking',
    preview: `${guest} booked ${booking.space_title}.`,
    blocks: [
      { text: isFree ? `${guest} booked your space.` : `${guest} booked and paid for your space.` },
      {
        facts: [
          ['Guest', guest],
          ...bookingFacts(booking),
          ...(isFree ? rentalFacts(booking) : earningFacts(booking)),
        ],
      },
      ...(isFree
        ? []
        : [
            {
              text: 'We send your share to your payout account 24 hours after the booking ends. If you have not connected one yet, we keep your share until you do.',
            },
          ]),
      ...(booking.street_address === null
        ? [
            {
              text: 'This space has no street address yet. Please add it from the page of the booking, so that your guest finds the space.',
            },
          ]
        : []),
      { button: 'View booking', url: bookingUrl(booking, site) },
    ],
    reason: reasonForHost(site),
  }
})

function earningFacts(booking: MailedBooking): [string, string][] {
  const { host_commission_minor, host_share_minor, currency } = booking
  return [
    ...rentalFacts(booking),
    ['Host commission', `−${formatMinor(host_commission_minor, currency)}`],
    ['Your share', formatMinor(host_share_minor, currency)],
  ]
}

export const bookingCancelled = template(arrivalSchema, (booking, site) => ({
  subject: `Booking cancelled: ${subjectOf(booking)}`,
  title: 'Your booking is cancelled',
  preview: refundText(booking),
  blocks: [
    { text: `You cancelled this booking. ${refundText(booking)}` },
    {
      facts: [
        ...bookingFacts(booking),
        ...factsIfPaid(
          booking,
          ['Total paid', formatMinor(booking.total_minor, booking.currency)],
          ...refundFacts(booking, 'Refund'),
        ),
      ],
    },
    { button: 'Explore spaces', url: `${site.url}/explore` },
    { note: 'View the booking:', url: bookingUrl(booking, site) },
    ...calendarNote(booking),
  ],
  reason: reasonForGuest(site),
  attachments: calendarAttachments(booking, site),
}))

export const guestCancelled = template(bookingSchema, (booking, site) => ({
  subject: `Booking cancelled by the guest: ${subjectOf(booking)}`,
  title: 'Your guest cancelled a booking',
  preview: `${booking.space_title} is available again at that time.`,
  blocks: [
    {
      text: `${booking.guest_name ?? 'A guest'} cancelled this booking. Other guests can book the time again.`,
    },
    {
      facts: [
        ...bookingFacts(booking),
        ...factsIfPaid(booking, ...refundFacts(booking, 'Refund to the guest'), [
          'Your share',
          formatMinor(booking.host_share_minor, booking.currency),
        ]),
      ],
    },
    ...(booking.host_share_minor > 0
      ? [{ text: 'We still send you your share 24 hours after the booked time.' }]
      : []),
    { button: 'View booking', url: bookingUrl(booking, site) },
  ],
  reason: reasonForHost(site),
}))

function refundText(booking: MailedBooking): string {
  const { total_minor, currency } = booking
  if (total_minor === 0) return 'It was free, so nothing was charged.'
  const returned = returnedByBank(booking)
  const refund = cancellationRefund(booking)
  const sentences = [
    refund > 0 &&
      `We are refunding ${formatMinor(refund, currency)} to your card. ${refundTimeText(booking)}`,
    returned && `Your bank has already returned ${returned} to you.`,
  ].filter(Boolean)
  return sentences.join(' ') || 'Under its cancellation policy, this booking is not refunded.'
}

/**
 * Sent to a guest whose slot was taken or over before the payment arrived. The guest gets a full
 * refund.
 */
export const slotGone = template(slotGoneSchema, (slot, site) => ({
  subject: `Not booked, refunded in full: ${slot.space_title}`,
  title: slot.is_over ? 'Your payment arrived too late' : 'This time was booked by another guest',
  preview: `We are refunding ${formatMinor(slot.refunded_minor, slot.currency)} to your card.`,
  blocks: [
    {
      text: `We’re sorry: ${
        slot.is_over
          ? 'your payment arrived after this time was over. You have no booking for it'
          : 'another guest booked this time just before your payment arrived. You have no booking'
      }, and we are refunding the full amount to your card.`,
    },
    {
      facts: [
        ['Space', slot.space_title],
        ...slotFacts(slot),
        ['Refund', formatMinor(slot.refunded_minor, slot.currency)],
      ],
    },
    { button: 'Choose another time', url: `${site.url}/space/${slot.space_path}` },
  ],
  reason: `You’re receiving this email because you paid for a space on ${site.name}.`,
}))

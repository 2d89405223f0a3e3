import { z } from 'zod'
import { formatMinor } from '@hourspace/domain/money.ts'
import { template, type Block, type Site } from '#functions/_shared/mail/content.ts'
import { momentOf, shortDayOf, spanOf, zoneOf } from '#functions/_shared/mail/dates.ts'
import { instant } from '#functions/_shared/validate.ts'
import {
  bookingFacts,
  bookingSchema,
  bookingUrl,
  freeThenUrl,
  rentalFacts,
  subjectOf,
  timeQuery,
  type MailedBooking,
} from './booking-data.ts'
import { reasonForHost } from './bookings.ts'

const requestSchema = bookingSchema.extend({ answer_by: instant })

type MailedRequest = z.output<typeof requestSchema>

const endedSchema = requestSchema.extend({
  status: z.enum(['declined', 'expired', 'cancelled']),
  /**
   * The answer `accepted` with the status `expired` means that the card could not be charged in
   * time.
   */
  answer: z.enum(['accepted', 'declined', 'expired', 'withdrawn']),
  note: z.string(),
  /** Another time that the host suggests. Missing in emails queued by version 0.2.0. */
  suggested_starts_at: instant.nullish(),
  suggested_ends_at: instant.nullish(),
})

type EndedRequest = z.output<typeof endedSchema>

const reasonForRequest = (site: Site) =>
  `You’re receiving this email because you asked to book a space on ${site.name}.`

const answerTime = ({ answer_by, time_zone }: MailedRequest) =>
  `${momentOf(answer_by, time_zone)}, ${zoneOf(answer_by, time_zone)}`

export const requestSent = template(requestSchema, (request, site) => {
  const host = request.host_name ?? 'The host'
  const cardText =
    request.total_minor > 0
      ? ` Your card is authorized for ${formatMinor(request.total_minor, request.currency)} and charged only if ${host} accepts.`
      : ''
  return {
    subject: `Request sent: ${subjectOf(request)}`,
    title: 'Your request is with the host',
    preview: `${host} has until ${answerTime(request)} to answer.`,
    blocks: [
      {
        text: `${host} has until ${answerTime(request)} to answer. We hold the time for you until then.${cardText}`,
      },
      { facts: [...bookingFacts(request), ...priceFacts(request, 'Total if accepted')] },
      { button: 'View request', url: bookingUrl(request, site) },
      { note: 'You can withdraw the request on its page until the host has answered.' },
    ],
    reason: reasonForRequest(site),
  }
})

function priceFacts(request: MailedBooking, totalName: string): [string, string][] {
  if (request.total_minor === 0) return [['Rental', 'Free']]
  return [
    ...rentalFacts(request),
    ['Platform fee', formatMinor(request.platform_fee_minor, request.currency)],
    [totalName, formatMinor(request.total_minor, request.currency)],
  ]
}

export const newRequest = template(requestSchema, (request, site) => {
  const guest = request.guest_name ?? 'A guest'
  const commission = request.host_commission_minor
  return {
    subject: `Booking request: ${subjectOf(request)}`,
    title: `${guest} would like to book your space`,
    preview: `Please answer by ${answerTime(request)}.`,
    blocks: [
      {
        text: `Please accept or decline by ${answerTime(request)}. Without an answer, the request expires and the time is free again.`,
      },
      {
        facts: [
          ...bookingFacts(request),
          ...(request.total_minor === 0
            ? [['Rental', 'Free'] as const]
            : [
                ...rentalFacts(request),
                ['Host commission', `−${formatMinor(commission, request.currency)}`] as const,
                [
                  'Your share if you accept',
                  formatMinor(request.rental_minor - commission, request.currency),
                ] as const,
              ]),
        ],
      },
      { button: 'Answer the request', url: bookingUrl(request, site) },
    ],
    reason: reasonForHost(site),
  }
})

export const requestEnded = template(endedSchema, (request, site) => {
  const { subject, title, text } = endForGuest(request)
  return {
    subject: `${subject}: ${subjectOf(request)}`,
    title,
    preview: cardReleased(request),
    blocks: [
      { text: `${text} ${cardReleased(request)}` },
      ...(request.note ? [{ quote: request.note }] : []),
      { facts: bookingFacts(request) },
      ...nextSteps(request, site),
      { note: 'View the request:', url: bookingUrl(request, site) },
    ],
    reason: reasonForRequest(site),
  }
})

function nextSteps(request: EndedRequest, site: Site): Block[] {
  if (request.status === 'cancelled') return []
  const elsewhere = freeThenUrl(request, site)
  const { suggested_starts_at: startsAt, suggested_ends_at: endsAt, time_zone } = request
  if (!startsAt || !endsAt) return [{ button: 'Find another space', url: elsewhere }]
  const query = new URLSearchParams(timeQuery(startsAt, endsAt, request))
  const span = `${shortDayOf(startsAt, time_zone)}, ${spanOf(startsAt, endsAt, time_zone)}`
  return [
    {
      text: `${request.host_name ?? 'The host'} suggests another time: ${span}, ${zoneOf(startsAt, time_zone)}. This time is not reserved, so another guest can book it first.`,
    },
    { button: 'Book this time', url: `${site.url}/space/${request.space_path}?${query}` },
    { links: [['Find another space', elsewhere]] },
  ]
}

function endForGuest({ answer, host_name, refunded_minor }: EndedRequest) {
  const host = host_name ?? 'The host'
  if (refunded_minor > 0)
    return {
      subject: 'Not booked',
      title: 'Your payment arrived too late',
      text: 'The requested time was over before your card was charged, so there is no booking.',
    }
  switch (answer) {
    case 'declined':
      return {
        subject: 'Request declined',
        title: 'Your request was declined',
        text: `${host} can’t host you at the time that you requested.`,
      }
    case 'withdrawn':
      return {
        subject: 'Request withdrawn',
        title: 'You withdrew your request',
        text: 'The time is free again.',
      }
    case 'accepted':
      return {
        subject: 'Not booked',
        title: 'Your card could not be charged',
        text: `${host} accepted your request, but your card could not be charged in time, so there is no booking.`,
      }
    case 'expired':
      return {
        subject: 'Request expired',
        title: 'Your request has expired',
        text: `${host} did not answer in time.`,
      }
  }
}

function cardReleased({ total_minor, refunded_minor, currency }: EndedRequest): string {
  if (refunded_minor > 0)
    return `We are refunding the full amount of ${formatMinor(refunded_minor, currency)} to your card.`
  return total_minor > 0
    ? `Your card was not charged. The authorization of ${formatMinor(total_minor, currency)} is released. Some banks take a few days to show it.`
    : 'The booking would have been free, so nothing was charged.'
}

export const requestEndedForHost = template(endedSchema, (request, site) => {
  const guest = request.guest_name ?? 'The guest'
  const ends = {
    withdrawn: ['Request withdrawn', `${guest} withdrew this request.`],
    expired: ['Request expired', 'This request expired, because it was not answered in time.'],
    accepted: [
      'Not booked',
      `You accepted this request, but the card of ${guest} could not be charged in time.`,
    ],
    declined: ['Request declined', 'You declined this request.'],
  } as const
  const [title, text] = ends[request.answer]
  return {
    subject: `${title}: ${subjectOf(request)}`,
    title,
    preview: text,
    blocks: [
      { text: `${text} Other guests can book the time again.` },
      { facts: bookingFacts(request) },
      { button: 'View request', url: bookingUrl(request, site) },
    ],
    reason: reasonForHost(site),
  }
})

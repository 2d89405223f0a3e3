import { z } from 'zod'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import { bookedExtraText, extraUnits } from '@hourspace/domain/extras.ts'
import { currencies, formatMinor, formatMoney } from '@hourspace/domain/money.ts'
import type { Site } from '#functions/_shared/mail/content.ts'
import { dayOf, shortDayOf, spanOf, urlTimeOf, zoneOf } from '#functions/_shared/mail/dates.ts'
import { instant } from '#functions/_shared/validate.ts'

/** An extra in `bookings.extras` and in booking changes. */
export const extraSchema = z.object({
  name: z.string(),
  unit: z.enum(extraUnits),
  quantity: z.number(),
})

/** Amounts in the schemas of this file are in minor units. */
export const slotSchema = z.object({
  space_title: z.string(),
  space_path: z.string(),
  starts_at: instant,
  ends_at: instant,
  time_zone: z.string(),
  currency: z.enum(currencies),
  refunded_minor: z.number().int(),
})

/** A booking as the SQL function `booking_mail_data` returns it. */
export const bookingSchema = slotSchema.extend({
  booking_id: z.string(),
  location: z.string(),
  country: z.string(),
  booked_at: instant,
  guest_count: z.number().int(),
  /** The `amount` of an extra is in major units. */
  extras: z.array(extraSchema.extend({ amount: z.number() })),
  rental_minor: z.number().int(),
  platform_fee_minor: z.number().int(),
  total_minor: z.number().int(),
  host_commission_minor: z.number().int(),
  host_share_minor: z.number().int(),
  /**
   * Refund for the cancellation. `refunded_minor` also contains other refunds. Missing in emails
   * queued by version 0.2.0.
   */
  cancellation_refund_minor: z.number().int().optional(),
  /**
   * Amount that the guest got back without a cancellation: through lost disputes, upheld problem
   * reports and the Stripe dashboard.
   */
  returned_minor: z.number().int().default(0),
  /** True while the guest's bank decides a dispute. Stripe refuses refunds until then. */
  is_disputed: z.boolean().default(false),
  cancellation_policy: z.enum(['flexible', 'moderate', 'strict']),
  guest_name: z.string().nullable(),
  host_name: z.string().nullable(),
  /** The calendar entry. Missing in emails queued by version 0.2.0. */
  calendar: z
    .object({
      id: z.string(),
      guest_count: z.number().int(),
      starts_at: instant,
      ends_at: instant,
      sequence: z.number().int(),
      is_cancelled: z.boolean(),
    })
    .optional(),
})

/** A booking with the host's share, as the SQL function `share_mail_data` returns it. */
export const shareSchema = bookingSchema.extend({
  agreed_minor: z.number().int(),
  withheld_minor: z.number().int(),
  owed_minor: z.number().int(),
})

export type MailedShare = z.output<typeof shareSchema>
type BookedSlot = z.output<typeof slotSchema>
export type MailedBooking = z.output<typeof bookingSchema>

/** Maximum length of a space's title in a subject, which leaves room for the time. */
const longestTitle = 60

/**
 * Formats a booking's space and time for a subject: 'Loft, Wed, Nov 25, 12:00 PM – 1:00 PM'.
 * Shortens a long title.
 */
export function subjectOf({ space_title, starts_at, ends_at, time_zone }: BookedSlot): string {
  const title = Array.from(space_title)
  const shown =
    title.length > longestTitle
      ? `${title
          .slice(0, longestTitle - 1)
          .join('')
          .trimEnd()}…`
      : space_title
  return `${shown}, ${shortDayOf(starts_at, time_zone)}, ${spanOf(starts_at, ends_at, time_zone)}`
}

/** Returns a text for the guest about the time at which a refund arrives. */
export function refundTimeText({ is_disputed }: Pick<MailedBooking, 'is_disputed'>): string {
  return is_disputed
    ? 'Your bank is deciding your dispute. Then you get the money from the bank or from us.'
    : 'This takes 5 to 7 business days.'
}

/** Returns the facts about money; none for a free booking. */
export const factsIfPaid = ({ total_minor }: MailedBooking, ...facts: [string, string][]) =>
  total_minor === 0 ? [] : facts

/**
 * Returns the refund of a cancelled booking in minor units. Omits earlier refunds, unless refunds
 * in the Stripe dashboard returned everything and thereby cancelled the booking.
 */
export function cancellationRefund(booking: MailedBooking): number {
  const { refunded_minor, cancellation_refund_minor, total_minor } = booking
  return refunded_minor === total_minor && cancellation_refund_minor === 0
    ? refunded_minor
    : (cancellation_refund_minor ?? refunded_minor)
}

/**
 * Returns facts for the email about a cancelled booking: the refund with `label`, the amount that
 * the guest's bank has returned, and the sum of earlier refunds. Omits a zero refund if the bank
 * has returned an amount.
 */
export function refundFacts(booking: MailedBooking, label: string): [string, string][] {
  const { refunded_minor, currency } = booking
  const returned = returnedByBank(booking)
  const refund = cancellationRefund(booking)
  const facts: [string, string | null][] = [
    [label, refund > 0 || !returned ? formatMinor(refund, currency) : null],
    ['Returned by the bank', returned],
    [
      'Refunded before',
      refunded_minor > refund ? formatMinor(refunded_minor - refund, currency) : null,
    ],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

/** Returns the amount that the guest got back through lost disputes. Returns null if it is zero. */
export function returnedByBank(booking: MailedBooking): string | null {
  const { refunded_minor, cancellation_refund_minor, returned_minor, currency } = booking
  const refundedBefore = refunded_minor - (cancellation_refund_minor ?? 0)
  return returned_minor > refundedBefore
    ? formatMinor(returned_minor - refundedBefore, currency)
    : null
}

export function bookingUrl({ booking_id }: MailedBooking, site: Site): string {
  return `${site.url}/bookings/${booking_id}`
}

/** Returns the URL parameters that set a time and a number of people in a search or a form. */
export function timeQuery(
  startsAt: Date,
  endsAt: Date,
  { time_zone, guest_count }: Pick<MailedBooking, 'time_zone' | 'guest_count'>,
): Record<string, string> {
  const [date, from] = urlTimeOf(startsAt, time_zone)
  return {
    date,
    from,
    hours: String(hoursBetween(startsAt, endsAt)),
    guests: String(guest_count),
  }
}

/**
 * Returns the URL of a search for spaces in the city of a booking. Before the booking starts, the
 * search finds only spaces that are free at the time of the booking.
 */
export function freeThenUrl(booking: MailedBooking, site: Site): string {
  const isAhead = booking.starts_at > new Date()
  const time = isAhead ? timeQuery(booking.starts_at, booking.ends_at, booking) : {}
  return `${site.url}/explore?${new URLSearchParams({ location: booking.location, ...time })}`
}

export function slotFacts(slot: BookedSlot): [string, string][] {
  const { starts_at, ends_at, time_zone } = slot
  return [
    ['Day', dayOf(starts_at, time_zone)],
    ['Time', `${spanOf(starts_at, ends_at, time_zone)}\n${zoneOf(starts_at, time_zone)}`],
  ]
}

export function locationOf({ location, country }: MailedBooking): string {
  return `${location}, ${country}`
}

export function peopleOf(count: number): string {
  return count === 1 ? '1 person' : `${count} people`
}

export function bookingFacts(booking: MailedBooking): [string, string][] {
  return [
    ['Space', booking.space_title],
    ['Location', locationOf(booking)],
    ...slotFacts(booking),
    ['People', String(booking.guest_count)],
  ]
}

export function rentalFacts({ extras, currency, rental_minor }: MailedBooking): [string, string][] {
  const rental = rental_minor === 0 ? 'Free' : formatMinor(rental_minor, currency)
  if (extras.length === 0) return [['Rental', rental]]
  const lines = extras.map(
    (extra) =>
      `${bookedExtraText(extra)}${extra.amount > 0 ? `: ${formatMoney(extra.amount, currency)}` : ''}`,
  )
  return [
    ['Extras', lines.join('\n')],
    ['Rental with extras', rental],
  ]
}

export function shareFacts(share: MailedShare): [string, string][] {
  const { currency, agreed_minor, host_share_minor, withheld_minor, owed_minor } = share
  const refunded = agreed_minor - host_share_minor
  const fact = (name: string, minor: number, sign = ''): [string, string][] =>
    minor > 0 ? [[name, sign + formatMinor(minor, currency)]] : []
  return [
    ...fact('Agreed share', refunded > 0 ? agreed_minor : 0),
    ...fact('Refunded to the guest', refunded, '−'),
    ['Your share', formatMinor(host_share_minor, currency)],
    ...fact('Deducted for an earlier refund', withheld_minor, '−'),
    ...fact('To be deducted from your next payouts', owed_minor),
  ]
}

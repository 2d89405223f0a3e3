import { z } from 'zod'
import { currencies, formatMoney, toDecimal, type Currency } from '@hourspace/domain/money.ts'
import { dayOf, spanOf, zoneOf } from '#functions/_shared/mail/when.ts'

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** A slot that was paid for. */
export const slotSchema = z.object({
  space_title: z.string(),
  space_path: z.string(),
  starts_at: time,
  ends_at: time,
  time_zone: z.string(),
  currency: z.enum(currencies),
  refunded_minor: z.number().int(),
})

/** What `booking_mail_data` of the database says of a booking; amounts in minor units. */
export const bookingSchema = slotSchema.extend({
  location: z.string(),
  country: z.string(),
  rental_minor: z.number().int(),
  platform_fee_minor: z.number().int(),
  total_minor: z.number().int(),
  host_commission_minor: z.number().int(),
  host_share_minor: z.number().int(),
  cancellation_policy: z.enum(['flexible', 'moderate', 'strict']),
  guest_name: z.string().nullable(),
  host_name: z.string().nullable(),
})

/** What `share_mail_data` says of a booking and what became of its share. */
export const shareSchema = bookingSchema.extend({
  agreed_minor: z.number().int(),
  withheld_minor: z.number().int(),
  owed_minor: z.number().int(),
})

export type MailedShare = z.output<typeof shareSchema>
export type BookedSlot = z.output<typeof slotSchema>
export type MailedBooking = z.output<typeof bookingSchema>

/** An amount in minor units as people read it. */
export function money(minor: number, currency: Currency): string {
  return formatMoney(toDecimal(minor, currency), currency)
}

/** Day, hours and whose clock they are on. */
export function whenFacts(slot: BookedSlot): [string, string][] {
  const { starts_at, ends_at, time_zone } = slot
  return [
    ['Day', dayOf(starts_at, time_zone)],
    ['Time', `${spanOf(starts_at, ends_at, time_zone)}\n${zoneOf(starts_at, time_zone)}`],
  ]
}

/** Where it is and when. */
export function bookingFacts(booking: MailedBooking): [string, string][] {
  return [
    ['Space', booking.space_title],
    ['Place', `${booking.location}, ${booking.country}`],
    ...whenFacts(booking),
  ]
}

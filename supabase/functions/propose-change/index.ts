import { z } from 'zod'
import { bookExtras, extraUnits, type Extra } from '@hourspace/domain/extras.ts'
import { quoteHours, type Quote } from '@hourspace/domain/fees.ts'
import { currencies, toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'
import { recheckCalendars } from '#functions/_shared/calendars/feeds.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { openChangePayment, openedChangePaymentSchema } from '#functions/_shared/change-payments.ts'
import { changeStatusSchema, type ChangeStatus } from '#functions/_shared/changes.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import type { Payment } from '#functions/_shared/payment-intents.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { instant } from '#functions/_shared/validate.ts'

const bodySchema = z.object({
  bookingId: z.guid('Booking not found'),
  startTime: instant,
  endTime: instant,
  /** Number of people. If absent, it does not change. */
  guests: z.int().min(1).max(100_000).optional(),
  extras: z.array(z.guid()).max(20),
  /**
   * Price difference that the caller saw, in major units. If absent, the function only returns the
   * new price.
   */
  difference: z.number().min(-1e12).max(1e12).optional(),
})

type Offer = {
  role: 'guest' | 'host'
  currency: Currency
  guestCount: number
  hourlyPrices: number[]
  discountPercentage: number
  offers: Extra[]
  platformFeePercentage: number
  hostCommissionPercentage: number
  rentalMinor: number
  totalMinor: number
}

const responseSchema = z.object({
  role: z.enum(['guest', 'host']),
  currency: z.enum(currencies),
  /** Extras that can be chosen, at the prices stored with the booking. */
  offers: z.array(
    z.object({
      id: z.guid(),
      name: z.string(),
      price: z.number(),
      unit: z.enum(extraUnits),
    }),
  ),
  oldTotal: z.number(),
  newTotal: z.number(),
  difference: z.number(),
  newShare: z.number(),
  changeId: z.guid().optional(),
  status: changeStatusSchema.optional(),
  answerBy: z.string().optional(),
  payment: openedChangePaymentSchema.nullish(),
})

/**
 * Returns the price of a booking change, or proposes the change to the other party (guest or host).
 */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: responseSchema,
    work: async (body, { id: actorId }) => {
      const { bookingId, startTime, endTime, guests, extras, difference } = body
      const offer = await queryValue<Offer>`
        select change_offer(p_booking_id => ${bookingId}, p_actor_id => ${actorId},
          p_start => ${startTime}, p_end => ${endTime}, p_guest_count => ${guests ?? null})`
      const quote = quoteOf(offer, extras)
      const priced = pricesOf(offer, quote)
      if (difference === undefined) return priced

      const spaceId =
        await queryValue<string>`select space_id from bookings where id = ${bookingId}`
      await recheckCalendars(spaceId)
      const { change, payment } = await queryValue<{
        change: { id: string; status: ChangeStatus; answer_by: string }
        payment: Payment | null
      }>`
        select propose_change(p_booking_id => ${bookingId}, p_actor_id => ${actorId},
          p_start => ${startTime}, p_end => ${endTime}, p_quote => ${quote},
          p_difference_minor => ${toMinor(difference, offer.currency)},
          p_guest_count => ${offer.guestCount})`
      return {
        ...priced,
        changeId: change.id,
        status: change.status,
        answerBy: change.answer_by,
        payment: payment && (await openChangePayment(payment)),
      }
    },
  }),
)

function quoteOf(offer: Offer, chosen: readonly string[]): Quote {
  const { currency, hourlyPrices, offers, guestCount, discountPercentage } = offer
  const booked = offers.filter(({ id }) => chosen.includes(id))
  if (booked.length < new Set(chosen).size) throw failure('extras_changed')
  return quoteHours(hourlyPrices, currency, {
    discountPercentage,
    extras: bookExtras(booked, currency, { hours: hourlyPrices.length, guests: guestCount }),
    fees: offer,
  })
}

function pricesOf(offer: Offer, quote: Quote) {
  const { currency, totalMinor, role, offers } = offer
  const decimal = (minor: number) => toDecimal(minor, currency)
  return {
    role,
    currency,
    offers,
    oldTotal: decimal(totalMinor),
    newTotal: decimal(quote.totalMinor),
    difference: decimal(quote.totalMinor - totalMinor),
    newShare: decimal(quote.hostShareMinor),
  }
}

import { z } from 'zod'
import { quoteHours, type Quote } from '@hourspace/domain/fees.ts'
import { currencies, toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'
import { recheckCalendars } from '#functions/_shared/calendars/feeds.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import { holdSlot, type Checkout } from '#functions/_shared/hold-slot.ts'
import { openPayment } from '#functions/_shared/open-payment.ts'
import type { Payment } from '#functions/_shared/payment-intents.ts'
import { payWithSavedCard, savedCardsOf } from '#functions/_shared/saved-cards.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { settlePayment } from '#functions/_shared/settle-payment.ts'
import { isRefusal } from '#functions/_shared/stripe.ts'

const bodySchema = z.object({
  bookingId: z.guid('Booking not found'),
  hours: z.int().min(1).max(24),
  /** Total that the guest saw, in major units. If absent, the function only returns the price. */
  total: z.number().nonnegative().max(1e12).optional(),
  withSavedCard: z.boolean().default(false),
})

type Offer = {
  currency: Currency
  endsAt: string
  hourlyPrices: number[]
  discountPercentage: number
}

const responseSchema = z.object({
  endsAt: z.string(),
  total: z.number(),
  currency: z.enum(currencies),
  /** The guest's saved card. Set only in the response to a request for the price. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullish(),
  clientSecret: z.string().nullish(),
  paymentIntentId: z.string().nullish(),
  bookingId: z.guid().nullish(),
  expiresAt: z.string().optional(),
  /** True if the bank requires the guest to confirm the payment with the saved card. */
  needsAction: z.boolean().optional(),
  /** Reason why the saved card was declined. */
  declined: z.string().optional(),
})

/**
 * Returns the price of the hours after a running booking, or holds these hours and prepares their
 * payment.
 */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: responseSchema,
    work: async ({ bookingId, hours, total, withSavedCard }, { id: userId }) => {
      const offer = await queryValue<Offer>`
        select extension_offer(p_booking_id => ${bookingId}, p_user_id => ${userId},
          p_hours => ${hours})`
      const { currency, hourlyPrices, discountPercentage } = offer
      const quote = quoteHours(hourlyPrices, currency, { discountPercentage })
      const priced = {
        endsAt: offer.endsAt,
        total: toDecimal(quote.totalMinor, currency),
        currency,
      }
      if (total === undefined) {
        const [card] = await savedCardsOf(userId)
        return { ...priced, card: card ? { brand: card.brand, last4: card.last4 } : null }
      }
      if (toMinor(total, currency) !== quote.totalMinor) throw failure('amount_mismatch')
      const spaceId =
        await queryValue<string>`select space_id from bookings where id = ${bookingId}`
      await recheckCalendars(spaceId)
      const checkout = await hold({ bookingId, userId, hours, quote })
      const opened = await openPayment(checkout)
      const paid =
        withSavedCard && opened.paymentIntentId
          ? await payAtOnce(opened.paymentIntentId, userId, bookingId)
          : {}
      return { ...priced, ...opened, ...paid, expiresAt: checkout.expires_at }
    },
  }),
)

function hold(extension: {
  bookingId: string
  userId: string
  hours: number
  quote: Quote
}): Promise<Checkout> {
  return holdSlot(
    extension.userId,
    (cancelled) => queryValue<Checkout | { replaces: Payment[] }>`
      select begin_extension(p_booking_id => ${extension.bookingId}, p_user_id => ${extension.userId},
        p_hours => ${extension.hours}, p_quote => ${extension.quote}, p_abandoned => ${cancelled})`,
  )
}

/**
 * Charges the saved card. Returns `bookingId` if the payment succeeded, or the reason as `declined`
 * if the card was declined. Otherwise `needsAction` is true if the bank requires the guest to
 * confirm the payment.
 */
async function payAtOnce(intentId: string, userId: string, bookingId: string) {
  try {
    const intent = await payWithSavedCard(intentId, userId, `/bookings/${bookingId}`)
    const settlement = await settlePayment(intent)
    return settlement?.bookingId
      ? { bookingId: settlement.bookingId }
      : { needsAction: intent.status === 'requires_action' }
  } catch (cause) {
    if (isRefusal(cause)) return { declined: cause.message }
    throw cause
  }
}

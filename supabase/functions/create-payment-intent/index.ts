import { z } from 'zod'
import { cancellationPolicyNames } from '@hourspace/domain/cancellation.ts'
import { hourMs } from '@hourspace/domain/durations.ts'
import { bookExtras, type Extra } from '@hourspace/domain/extras.ts'
import { quoteHours, type Quote } from '@hourspace/domain/fees.ts'
import {
  currencies,
  isCurrency,
  toDecimal,
  toMinor,
  type Currency,
} from '@hourspace/domain/money.ts'
import { recheckCalendars } from '#functions/_shared/calendars/feeds.ts'
import { requireUser } from '#functions/_shared/caller.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import { type Checkout, holdSlot } from '#functions/_shared/hold-slot.ts'
import { openPayment } from '#functions/_shared/open-payment.ts'
import type { Payment } from '#functions/_shared/payment-intents.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { instant } from '#functions/_shared/validate.ts'

const bodySchema = z.object({
  spaceId: z.string().max(100),
  startTime: instant,
  endTime: instant,
  /** Duration in whole hours. */
  duration: z.number(),
  guests: z.int().min(1).max(100_000).default(1),
  extras: z.array(z.guid()).max(20).default([]),
  /**
   * Rental that the guest saw, in major units, without the platform fee. Must equal the rental that
   * the server computes.
   */
  amount: z.number().nonnegative(),
  currency: z.string().max(10).toUpperCase(),
  /** The cancellation policy that the guest saw. */
  policy: z.enum(cancellationPolicyNames).optional(),
  /** Message to the host, which is sent with the booking. */
  message: z.string().trim().max(2000).default(''),
})

type Body = z.output<typeof bodySchema>

const responseSchema = z.object({
  /** `clientSecret` and `paymentIntentId` are null for a free booking; `bookingId` is then set. */
  clientSecret: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
  bookingId: z.guid().nullable(),
  paymentId: z.guid(),
  /** `isRequest` is true if the host must accept the booking request. */
  isRequest: z.boolean(),
  expiresAt: z.string(),
  /** `canExtend` is true if a repeated request extends the hold. */
  canExtend: z.boolean(),
  platformFee: z.object({ amount: z.number(), percentage: z.number() }),
  rental: z.number(),
  total: z.number(),
  currency: z.enum(currencies),
})

/** Holds the slot for 15 minutes and prepares its payment; see supabase/functions/README.md. */
Deno.serve(
  serveJson({
    caller: requireUser,
    body: bodySchema,
    response: responseSchema,
    work: async (body, user) => {
      const { startTime, endTime, duration, guests } = body
      if (endTime.getTime() - startTime.getTime() !== duration * hourMs) {
        throw failure('duration_mismatch')
      }
      const space = await findOffer(body, user.id)
      const basis = { hours: duration, guests }
      const extras = bookExtras(await findExtras(space.id, body.extras), space.currency, basis)
      const price = quoteHours(space.hourlyPrices, space.currency, {
        discountPercentage: space.discountPercentage,
        extras,
      })
      checkAmount(body, price)
      if (space.hasCalendars) await recheckCalendars(space.id)
      const checkout = await openCheckout({
        spaceId: space.id,
        userId: user.id,
        startTime,
        endTime,
        guests,
        policy: body.policy ?? null,
        quote: price,
      })
      await query`
        update payments set guest_message = ${body.message}
        where id = ${checkout.id} and status = 'open'`
      return { ...(await openPayment(checkout)), ...responseOf(checkout, price) }
    },
  }),
)

type Offer = {
  id: string
  currency: Currency
  hourlyPrices: (number | string)[]
  discountPercentage: number
  hasCalendars: boolean
}

/**
 * Returns the space, the hourly prices and the length discount. Throws the errors of the SQL
 * function bookable_space.
 */
async function findOffer({ spaceId, startTime, endTime, duration }: Body, userId: string) {
  if (!z.guid().safeParse(spaceId).success) throw failure('space_not_found')
  const [offer] = await query<Offer>`
    select space.id, space.currency,
      hourly_prices(space, ${startTime}, ${endTime}) as "hourlyPrices",
      length_discount(space.id, ${duration}::float8::integer) as "discountPercentage",
      exists (select from space_calendars where space_id = space.id) as "hasCalendars"
    from bookable_space(${spaceId}, ${userId}, ${startTime}, ${endTime}) as space`
  if (!offer) throw failure('space_not_found')
  return offer
}

/**
 * Returns the chosen extras in the host's order. Throws extras_changed if the space no longer
 * offers a chosen extra.
 */
async function findExtras(spaceId: string, ids: readonly string[]): Promise<Extra[]> {
  if (ids.length === 0) return []
  const extras = await query<Extra>`
    select id, name, price, unit from space_extras
    where space_id = ${spaceId} and id = any (${ids}) order by position`
  if (extras.length < new Set(ids).size) throw failure('extras_changed')
  return extras
}

function checkAmount({ amount, currency }: Body, price: Quote): void {
  const isSame =
    isCurrency(currency) &&
    currency === price.currency &&
    toMinor(amount, currency) === price.rentalMinor
  if (!isSame) throw failure('amount_mismatch')
}

function responseOf(checkout: Checkout, price: Quote) {
  const decimal = (minor: number) => toDecimal(minor, price.currency)
  return {
    platformFee: {
      amount: decimal(price.platformFeeMinor),
      percentage: price.platformFeePercentage,
    },
    paymentId: checkout.id,
    isRequest: checkout.is_request,
    expiresAt: checkout.expires_at,
    canExtend: checkout.can_extend ?? false,
    rental: decimal(price.rentalMinor),
    total: decimal(price.totalMinor),
    currency: price.currency,
  }
}

type CheckoutRequest = {
  spaceId: string
  userId: string
  startTime: Date
  endTime: Date
  guests: number
  policy: string | null
  quote: Quote
}

function openCheckout(checkout: CheckoutRequest): Promise<Checkout> {
  return holdSlot(
    checkout.userId,
    (cancelled) =>
      queryValue<Checkout | { replaces: Payment[] }>`
        select begin_checkout(p_space_id => ${checkout.spaceId}, p_user_id => ${checkout.userId},
          p_start => ${checkout.startTime}, p_end => ${checkout.endTime},
          p_quote => ${checkout.quote}, p_guest_count => ${checkout.guests}, p_policy => ${checkout.policy},
          p_abandoned => ${cancelled})`,
  )
}

import type { Stripe } from 'stripe'
import { z } from 'zod'
import { quote, type Quote } from '@hourspace/domain/fees.ts'
import { isCurrency, toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'
import { problemWith, type SlotProblem } from '@hourspace/domain/slots.ts'
import { requireUser } from '#functions/_shared/caller.ts'
import { failure, type ErrorCode } from '#functions/_shared/errors.ts'
import { logError } from '#functions/_shared/log.ts'
import { paymentIntentOf } from '#functions/_shared/payment-intents.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { settlePayment } from '#functions/_shared/settle-payment.ts'
import { abandonUnpayable, confirmBooking, type Checkout } from '#functions/_shared/steps.ts'
import { isRefusal } from '#functions/_shared/stripe.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'
import { openCheckout } from './open-checkout.ts'

const bodySchema = z.object({
  spaceId: z.string(),
  startTime: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  endTime: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** Whole hours. */
  duration: z.number(),
  /** The rental (hourly price x hours, without the platform fee), decimal. Only ever compared. */
  amount: z.number().nonnegative(),
  currency: z.string().toUpperCase(),
})

type Body = z.output<typeof bodySchema>

/** Holds the slot for 15 minutes and prepares its payment; see supabase/functions/README.md. */
export const handler = serveJson({
  caller: requireUser,
  body: bodySchema,
  work: async (body, user) => {
    const space = await findSpace(body.spaceId)
    checkSpan(body, space.time_zone)
    const price = quote(space.price, space.currency, body.duration)
    checkAmount(body, price)
    const checkout = await openCheckout({
      spaceId: space.id,
      userId: user.id,
      startsAt: body.startTime,
      endsAt: body.endTime,
      pricePerHour: space.price,
      quote: price,
    })
    const opened = price.totalMinor === 0 ? await bookFree(checkout) : await openPayment(checkout)
    return { ...opened, ...presented(checkout, price) }
  },
})

type Space = { id: string; price: number; currency: Currency; time_zone: string }

async function findSpace(id: string): Promise<Space> {
  if (!z.guid().safeParse(id).success) throw failure('space_not_found')
  const { data, error } = await serviceClient()
    .from('spaces')
    .select('id, price, currency, time_zone')
    .eq('id', id)
    .maybeSingle<Space>()
  if (error) throw error
  if (!data) throw failure('space_not_found')
  return data
}

function checkSpan({ startTime, endTime, duration }: Body, timeZone: string): void {
  const codes: Record<SlotProblem, ErrorCode> = {
    bad_duration: 'bad_duration',
    not_whole_hours: 'outside_hours',
    outside_hours: 'outside_hours',
    in_the_past: 'in_the_past',
  }
  const problem = problemWith({ startsAt: startTime, endsAt: endTime }, timeZone, new Date())
  if (problem) throw failure(codes[problem])
  if (endTime.getTime() - startTime.getTime() !== duration * 3_600_000) {
    throw failure('duration_mismatch')
  }
}

function checkAmount({ amount, currency }: Body, price: Quote): void {
  const isSame =
    isCurrency(currency) &&
    currency === price.currency &&
    toMinor(amount, currency) === price.rentalMinor
  if (!isSame) throw failure('amount_mismatch')
}

/** A space that costs nothing is booked at once. */
async function bookFree(checkout: Checkout) {
  const { booking_id: bookingId } = await confirmBooking({
    paymentId: checkout.id,
    chargeId: null,
    amountMinor: 0,
    currency: checkout.currency,
  })
  // Another checkout of the same guest has taken the hold's place in between.
  if (!bookingId) throw failure('slot_taken')
  return { clientSecret: null, paymentIntentId: null, bookingId }
}

async function openPayment(checkout: Checkout) {
  const intent = await intentOrRelease(checkout)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const settlement = await settlePayment(intent)
    throw intent.status === 'succeeded'
      ? failure('already_booked', { bookingId: settlement?.bookingId })
      : failure('checkout_lapsed')
  }
  if (intent.status === 'processing') throw failure('payment_processing')
  return { clientSecret: intent.client_secret, paymentIntentId: intent.id, bookingId: null }
}

/** When Stripe gives no intent the slot is free again at once; nobody could pay for it. */
async function intentOrRelease(checkout: Checkout): Promise<Stripe.PaymentIntent> {
  try {
    return await paymentIntentOf(checkout)
  } catch (cause) {
    // A twin of this request may hold the key and be about to succeed: leave the hold to it.
    if (!isKeyInUse(cause)) await abandonUnpayable(checkout.id)
    if (isRefusal(cause) && /^amount_too_(small|large)$/.test(cause.code ?? '')) {
      throw failure('amount_not_chargeable')
    }
    logError(`no PaymentIntent for payment ${checkout.id}`, cause)
    throw failure('payment_provider_failed')
  }
}

function isKeyInUse(cause: unknown): boolean {
  return cause instanceof Error && 'statusCode' in cause && cause.statusCode === 409
}

function presented(checkout: Checkout, price: Quote) {
  const decimal = (minor: number) => toDecimal(minor, price.currency)
  return {
    platformFee: {
      amount: decimal(price.platformFeeMinor),
      percentage: price.platformFeePercentage,
    },
    paymentId: checkout.id,
    expiresAt: checkout.expires_at,
    rental: decimal(price.rentalMinor),
    total: decimal(price.totalMinor),
    currency: price.currency,
  }
}

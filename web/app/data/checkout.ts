import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from './client.ts'
import { callFunction } from './functions.ts'
import { availabilityOf } from './space-state.ts'
import { takenTimes } from './taken-times.ts'

export type CheckoutRequest = {
  spaceId: string
  /** ISO instants. */
  startTime: string
  endTime: string
  /** Whole hours. */
  duration: number
  /**
   * The rental without the platform fee, decimal. The server computes its own amount and compares.
   */
  amount: number
  currency: Currency
}

export type CheckoutAnswer = {
  /** Null if nothing has to be paid; the booking then exists already. */
  clientSecret: string | null
  bookingId: string | null
  /** Decimal; added to the rental. */
  platformFee: { amount: number; percentage: number }
  /** ISO instant at which the hold ends. */
  expiresAt: string
}

/**
 * Holds the slot and creates its PaymentIntent. A repeated call for the same slot renews the hold.
 */
export function createPaymentIntent(request: CheckoutRequest): Promise<CheckoutAnswer> {
  return callFunction('create-payment-intent', request)
}

type ConfirmationAnswer = {
  /**
   * `refunded`: paid, but another guest had the slot; the full amount is refunded. `failed`: not
   * paid.
   */
  status: 'confirmed' | 'refunded' | 'processing' | 'failed'
  bookingId: string | null
}

/** Asks the server to create the booking of a succeeded payment. Idempotent. */
export function confirmBooking(paymentIntentId: string): Promise<ConfirmationAnswer> {
  return callFunction('confirm-booking', { paymentIntentId })
}

/** The booking that a payment was meant for. */
export type PaidFor = {
  space: { id: string; slug: string | null }
  /** Whether the caller could still book this time. */
  isFree: boolean
}

/**
 * Returns the booking that one of the caller's payments was meant for, by PaymentIntent; or null.
 */
export async function paidFor(client: Client, paymentIntentId: string): Promise<PaidFor | null> {
  const { data, error } = await client
    .from('payments')
    .select('start_time, end_time, space:spaces(id, slug, available, status)')
    .eq('stripe_payment_intent_id', paymentIntentId)
    .maybeSingle()
  if (error) throw error
  if (!data?.space) return null
  const { id, slug, ...state } = data.space
  const span = { startsAt: new Date(data.start_time), endsAt: new Date(data.end_time) }
  const taken = await takenTimes(client, id, span)
  const isFree =
    availabilityOf(state).isBookable && span.startsAt > new Date() && taken.length === 0
  return { space: { id, slug }, isFree }
}

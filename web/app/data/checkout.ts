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
  /** The rental without the platform fee, decimal. The server computes its own and compares. */
  amount: number
  currency: Currency
}

export type CheckoutAnswer = {
  /** Null when nothing has to be paid; then the booking exists already. */
  clientSecret: string | null
  bookingId: string | null
  /** Decimal amount on top of the rental. */
  platformFee: { amount: number; percentage: number }
  /** ISO instant until which the slot is held. */
  expiresAt: string
}

/** Holds the slot and opens its payment. Asked again for the same slot, it renews the hold. */
export function createPaymentIntent(request: CheckoutRequest): Promise<CheckoutAnswer> {
  return callFunction('create-payment-intent', request)
}

type ConfirmationAnswer = {
  /** refunded: paid, but somebody else had the slot; the money goes back in full. failed: not paid. */
  status: 'confirmed' | 'refunded' | 'processing' | 'failed'
  bookingId: string | null
}

/** Asks the server to turn a payment that Stripe has into a booking; safe to repeat. */
export function confirmBooking(paymentIntentId: string): Promise<ConfirmationAnswer> {
  return callFunction('confirm-booking', { paymentIntentId })
}

/** What a payment was for. */
export type PaidFor = {
  space: { id: string; slug: string | null }
  /** Whether the asker could still book its time. */
  isFree: boolean
}

/** What one of the asker's own payments is for, by its PaymentIntent; or null. */
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

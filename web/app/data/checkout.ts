import type { Currency } from '#domain/money.ts'
import { callFunction } from './functions.ts'

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
  /** refunded: paid, but somebody else had the slot; the money goes back in full. */
  outcome: 'confirmed' | 'refunded' | 'processing' | 'unpaid' | 'cancelled'
  bookingId: string | null
}

/** Asks the server to turn a payment that Stripe has into a booking; safe to repeat. */
export function confirmBooking(paymentIntentId: string): Promise<ConfirmationAnswer> {
  return callFunction('confirm-booking', { paymentIntentId })
}

import type { CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from './client.ts'
import { callFunction } from './functions.ts'
import { availabilityOf } from './space-state.ts'

export type CheckoutRequest = {
  spaceId: string
  /** `startTime` and `endTime` are ISO instants. */
  startTime: string
  endTime: string
  /** `duration` is in whole hours. */
  duration: number
  guests: number
  /** `extras` are the ids of the chosen extras. */
  extras: readonly string[]
  /** `amount` is the decimal price of the hours and extras, without the platform fee. */
  amount: number
  currency: Currency
  policy: CancellationPolicy
  /** `message` is sent to the host with the booking. */
  message: string
}

export type CheckoutAnswer = {
  /** `clientSecret` is null for a free booking, which is created without a PaymentIntent. */
  clientSecret: string | null
  bookingId: string | null
  /** `isRequest` is true if the card is only authorized until the host accepts the request. */
  isRequest: boolean
  /** `platformFee` is a decimal amount, which the guest pays in addition to the rental. */
  platformFee: { amount: number; percentage: number }
  /** `expiresAt` is the ISO instant at which the hold on the slot ends. */
  expiresAt: string
  /** `canExtend` is true if another call before `expiresAt` extends the hold. */
  canExtend: boolean
}

/** Holds the slot and creates the PaymentIntent. A repeated call renews the hold. */
export function createPaymentIntent(request: CheckoutRequest): Promise<CheckoutAnswer> {
  return callFunction('create-payment-intent', request)
}

/** Sets whether Stripe saves the card when the caller pays this PaymentIntent. */
export async function keepCard(paymentIntentId: string, keep: boolean): Promise<void> {
  await callFunction('save-card', { paymentIntentId, keep })
}

export async function removeSavedCards(): Promise<void> {
  await callFunction('save-card', { remove: true })
}

export type ConfirmationAnswer = {
  /**
   * `refunded`: the server refunded the payment, because the slot was taken or over, or because the
   * booking request or change had ended. `failed`: the guest has not paid, but can still pay if
   * `paymentStatus` is `requires_action`.
   */
  status: 'confirmed' | 'requested' | 'refunded' | 'processing' | 'failed'
  bookingId: string | null
  /** `paymentStatus` is the status of the PaymentIntent. */
  paymentStatus: string
}

/** Asks the server to create the booking after its payment has succeeded. Idempotent. */
export function confirmBooking(paymentIntentId: string): Promise<ConfirmationAnswer> {
  return callFunction('confirm-booking', { paymentIntentId })
}

export type PaidFor = {
  space: { id: string; slug: string | null }
  isFree: boolean
}

/**
 * Returns the space of the caller's payment and whether the paid slot is still free. Returns null
 * if the payment is not found.
 */
export async function paidFor(client: Client, paymentIntentId: string): Promise<PaidFor | null> {
  const { data } = await client
    .from('payments')
    .select('start_time, end_time, space:spaces(id, slug, available, status)')
    .eq('stripe_payment_intent_id', paymentIntentId)
    .maybeSingle()
    .throwOnError()
  if (!data?.space) return null
  const { id, slug, ...state } = data.space
  const { data: taken } = await client
    .from('taken_times')
    .select('status, mine')
    .eq('space_id', id)
    .lt('start_time', data.end_time)
    .gt('end_time', data.start_time)
    .throwOnError()
  const isFree =
    availabilityOf(state).isBookable &&
    new Date(data.start_time) > new Date() &&
    // The caller's own hold does not make the slot taken.
    taken.every(({ status, mine }) => mine && status === 'held')
  return { space: { id, slug }, isFree }
}

import { useQuery } from '@tanstack/react-query'
import { findBooking } from '#web/data/bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { confirmBooking } from '#web/data/checkout.ts'
import { userKey } from '#web/data/query-client.ts'
import { stripeClient } from '#web/features/booking/load-stripe.ts'
import { isUuid } from '#web/lib/is-uuid.ts'

export type Outcome =
  | { status: 'checking' }
  | { status: 'confirmed'; bookingId: string; hasPaid: boolean }
  /** `requested`: the card is authorized, and the host has to answer the request. */
  | { status: 'requested'; bookingId: string }
  | { status: 'processing' }
  | { status: 'refunded'; paymentIntentId: string }
  | Failure

type Failure = {
  status: 'failed'
  message: string
  /** `paymentIntentId` is undefined if Stripe did not return the PaymentIntent. */
  paymentIntentId?: string
  /**
   * `refused`: the card was not charged. `waiting`: the guest has not yet completed the bank's
   * authentication.
   */
  reason?: 'refused' | 'cancelled' | 'waiting'
}

const notSuccessful = 'Your payment was not successful, please try again.'
const wentWrong = 'Something went wrong.'

/** Polling interval in milliseconds while a payment is processing. */
const pollMs = 2_000

/**
 * Types of Stripe errors after which the outcome is unknown, because the card may have been
 * charged.
 */
const unanswered = new Set(['api_connection_error', 'api_error', 'rate_limit_error'])

async function outcomeOf(clientSecret: string): Promise<Outcome> {
  const stripe = await stripeClient().catch(() => null)
  const { paymentIntent, error } = (await stripe?.retrievePaymentIntent(clientSecret)) ?? {}
  if (!stripe || (error && unanswered.has(error.type))) return { status: 'processing' }
  if (!paymentIntent) return { status: 'failed', message: wentWrong }
  const failed = {
    status: 'failed',
    message: wentWrong,
    paymentIntentId: paymentIntent.id,
  } as const
  switch (paymentIntent.status) {
    case 'succeeded':
    case 'requires_capture':
      return confirmed(paymentIntent.id)
    case 'processing':
      return { status: 'processing' }
    case 'requires_payment_method':
      return { ...failed, message: notSuccessful, reason: 'refused' }
    case 'requires_action':
      return { ...failed, reason: 'waiting' }
    case 'canceled':
      return { ...failed, reason: 'cancelled' }
    default:
      return failed
  }
}

function isInFlight(outcome: Outcome): boolean {
  return (
    outcome.status === 'processing' || (outcome.status === 'failed' && outcome.reason === 'waiting')
  )
}

async function confirmed(paymentIntentId: string): Promise<Outcome> {
  try {
    const { status, bookingId } = await confirmBooking(paymentIntentId)
    if (bookingId && status === 'requested') return { status, bookingId }
    if (bookingId) return { status: 'confirmed', bookingId, hasPaid: true }
    if (status === 'refunded') return { status, paymentIntentId }
    if (status === 'failed') return { status: 'failed', message: notSuccessful, paymentIntentId }
  } catch (error) {
    // Only logs the error, because the webhook also confirms the booking.
    console.error('The booking could not be confirmed yet', error)
  }
  return { status: 'processing' }
}

async function outcomeOfBooking(bookingId: string): Promise<Outcome> {
  if (!isUuid(bookingId)) return { status: 'failed', message: wentWrong }
  const booking = await findBooking(await browserClient(), bookingId).catch(() => undefined)
  // Returns `processing`, so that the page polls again. The booking exists, although reading it
  // failed.
  if (booking === undefined) return { status: 'processing' }
  if (booking?.status === 'requested') return { status: 'requested', bookingId }
  return booking?.status === 'confirmed'
    ? { status: 'confirmed', bookingId, hasPaid: false }
    : { status: 'failed', message: wentWrong }
}

/**
 * Polls a payment until its outcome is final, or reads a free booking. Starts once `userId` is
 * defined.
 */
export function useConfirmation(
  { clientSecret, bookingId }: { clientSecret: string | null; bookingId: string | null },
  userId: string | undefined,
): Outcome {
  const { data } = useQuery({
    queryKey: [...userKey(userId), 'payment outcome', clientSecret, bookingId],
    queryFn: () =>
      (clientSecret ? outcomeOf(clientSecret) : outcomeOfBooking(bookingId ?? '')).catch(
        (): Outcome => ({ status: 'failed', message: wentWrong }),
      ),
    enabled: userId !== undefined && Boolean(clientSecret ?? bookingId),
    refetchInterval: ({ state }) => (state.data && isInFlight(state.data) ? pollMs : false),
    refetchIntervalInBackground: true,
    // A final outcome is not read again, because a failed read would replace it with `processing`.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  if (clientSecret || bookingId) return data ?? { status: 'checking' }
  return { status: 'failed', message: wentWrong }
}
